import { app, nativeImage } from 'electron';
import { join } from 'node:path';
import { projectRoot } from '../../headless/project.ts';
import { unreadText, type AppStatus } from '../menus/app-status.ts';
import { setApplicationMenu, type MenuAction } from '../menus/application-menu.ts';
import type { TrayAction } from '../menus/tray-menu.ts';
import { openTray } from '../menus/tray.ts';
import type { SpellChecker } from '../window/spell-checker.ts';
import { statusCardOf } from '../window/status-card.ts';
import type { AppWindow } from '../window/window.ts';
import type { ShellDeps } from './shell-port.ts';

type StatusDisplayDeps = Pick<ShellDeps, 'token' | 'log' | 'trayHost'> & {
  platform: NodeJS.Platform;
  now(): Date;
  /** Whether the app runs from source. */
  hasDevTools: boolean;
  /** The address of the last list, for a start. */
  lastView(): string | undefined;
  /** The state of the updates at the start. */
  update: AppStatus['update'];
  window: AppWindow;
  spellChecker: SpellChecker;
  onAction(action: TrayAction | MenuAction): void;
};

/** Shows the status of the app in the tray, the menu, the icon and the window. */
export type StatusDisplay = {
  update(changes: Partial<AppStatus>): void;
  /** The window was shown, hidden or loaded. */
  onWindowChange(): void;
  /** Shows the menu; `isForced` also if its state is the same. */
  showMenu(isForced?: boolean): void;
  hasTray(): boolean;
  close(): void;
};

export function openStatusDisplay(deps: StatusDisplayDeps): StatusDisplay {
  const { platform, window, spellChecker } = deps;
  const appStatus: AppStatus = {
    process: { state: 'starting' },
    status: undefined,
    page: undefined,
    repairing: undefined,
    update: deps.update,
  };
  /** The state from which the menu was made. */
  let shownMenu = '';
  const { trayHost } = deps;
  let tray = trayHost.isPresent() ? openTray(deps) : undefined;
  // A panel that has come back does not know the icon any more.
  trayHost.onChange(() => {
    tray?.close();
    tray = trayHost.isPresent() ? openTray(deps) : undefined;
    tray?.show(appStatus);
  });

  function showMenu(isForced = false): void {
    const hasPage = window.origin() !== undefined;
    const choice = spellChecker.isConfigurable ? spellChecker.isEnabled() : undefined;
    const next = {
      platform,
      hasPage,
      hasDevTools: deps.hasDevTools,
      update: appStatus.update,
      spelling: choice,
      spellLanguages: spellChecker.languages(),
    };
    if (!isForced && shownMenu === JSON.stringify(next)) return;
    shownMenu = JSON.stringify(next);
    setApplicationMenu(next, deps.onAction);
  }

  return {
    update(changes) {
      Object.assign(appStatus, changes);
      tray?.show(appStatus);
      showMenu();
      showUnread(appStatus, deps);
      const card = statusCardOf(appStatus, deps.lastView);
      const { page } = appStatus;
      if (card) window.setContent(card);
      else if (page && 'url' in page) window.setContent({ ...page, token: deps.token() });
    },
    onWindowChange() {
      showMenu();
      showUnread(appStatus, deps);
    },
    showMenu,
    hasTray: () => tray !== undefined,
    close: () => tray?.close(),
  };
}

/** The count is also on the icon of the app, if the system supports that. */
function showUnread(
  { process, status }: AppStatus,
  { platform, window }: Pick<StatusDisplayDeps, 'platform' | 'window'>,
): void {
  const unread = process.state === 'running' ? (status?.unread ?? 0) : 0;
  if (platform !== 'win32') return void app.setBadgeCount(unread);
  const overlay = nativeImage.createFromPath(join(projectRoot, 'resources', 'icons', 'overlay.png'));
  window.window()?.setOverlayIcon(unread > 0 ? overlay : null, unread > 0 ? unreadText(unread) : '');
}
