import { app, clipboard, dialog, nativeImage, session, shell as system } from 'electron';
import { dirname, join } from 'node:path';
import { reasonOf } from '../../daemon/base/failure.ts';
import { projectRoot } from '../../headless/project.ts';
import { pathOfLink } from '../deep-link.ts';
import { unreadText, type AppStatus } from '../menus/app-status.ts';
import { attachContextMenu } from '../menus/context-menu.ts';
import { setApplicationMenu, type MenuAction } from '../menus/application-menu.ts';
import { createNotificationCenter } from './notifications.ts';
import { statusCardOf, type Remedy } from '../window/status-card.ts';
import { pauseEnd } from '../menus/notification-pause.ts';
import type { Shell, ShellDeps } from './shell-port.ts';
import { createSpellChecker } from '../window/spell-checker.ts';
import type { TrayAction } from '../menus/tray-menu.ts';
import { openTray } from '../menus/tray.ts';
import { showUpdateState } from '../updates/update-messages.ts';
import { handlePageRequests } from '../window/page-ipc.ts';
import { hideOnClose } from '../window/window-closing.ts';
import { handleDownloads } from '../window/window-downloads.ts';
import { secureSession, secureWindow, type WindowSecurityDeps } from '../window/window-security.ts';
import { openWindowState } from '../window/window-state.ts';
import { createWindow } from '../window/window.ts';

/** Creates the visible parts of the app. To be called once Electron is ready. */
export function openShell(deps: ShellDeps): Shell {
  const { platform } = process;
  const hasDevTools = !app.isPackaged;
  const now = () => new Date();
  const state = openWindowState(deps.stateFolder, deps.log);
  const appStatus: AppStatus = {
    process: { state: 'starting' },
    status: undefined,
    page: undefined,
    update: deps.update.state(),
  };
  let isEnding = false;
  /** The state from which the menu was made. */
  let shownMenu = '';

  const window = createWindow({
    state,
    preload: join(import.meta.dirname, 'preload.cjs'),
    version: app.getVersion(),
    now,
    onChange() {
      showMenu();
      showUnread();
    },
    prepare(created) {
      secureWindow(created, securityDeps);
      attachContextMenu(created.webContents, { spelling: spellChecker, hasDevTools });
      hideOnClose(created, { platform, state, login: deps.login, hasTray, isEnding: () => isEnding, quit: deps.quit });
    },
  });
  const securityDeps: WindowSecurityDeps = {
    contents: window.contents,
    origin: window.origin,
    mailtoPath: pathOfLink,
    open: window.open,
    openExternally,
    applyRemedy,
    hasDevTools,
    mayFetchDictionary: () => spellChecker.isEnabled(),
  };
  secureSession(session.defaultSession, securityDeps);
  handleDownloads(session.defaultSession, window);
  const spellChecker = createSpellChecker({
    platform,
    state,
    session: session.defaultSession,
    onChange: () => showMenu(),
  });
  const tray = openTray({ platform, now, onAction, log: deps.log });
  const hasTray = () => tray !== undefined;
  const notificationCenter = createNotificationCenter({
    platform,
    open: window.open,
    onAction: deps.onNotificationAction,
    isPageFocused: window.isPageFocused,
    log: deps.log,
  });
  const stopHandlingPage = handlePageRequests({
    contents: window.contents,
    origin: window.origin,
    token: deps.token,
    login: deps.login,
    update: { ...deps.update, install },
    state,
    print,
    platform,
  });
  const unsubscribeUpdates = deps.update.onChange((update) => updateStatus({ update }));
  // Electron would quit; here a closed window is created again when it is opened.
  app.on('window-all-closed', () => undefined);

  function updateStatus(changes: Partial<AppStatus>): void {
    Object.assign(appStatus, changes);
    tray?.show(appStatus);
    showMenu();
    showUnread();
    const card = statusCardOf(appStatus);
    const { page } = appStatus;
    if (card) window.setContent(card);
    else if (page && 'url' in page) window.setContent({ ...page, token: deps.token() });
  }

  function showMenu(isForced = false): void {
    const hasPage = window.origin() !== undefined;
    const choice = spellChecker.isConfigurable ? spellChecker.isEnabled() : undefined;
    const next = { platform, hasPage, hasDevTools, update: appStatus.update, spelling: choice };
    if (!isForced && shownMenu === JSON.stringify(next)) return;
    shownMenu = JSON.stringify(next);
    setApplicationMenu(next, onAction);
  }

  /** The count is also on the icon of the app, if the system supports that. */
  function showUnread(): void {
    const unread = appStatus.process.state === 'running' ? (appStatus.status?.unread ?? 0) : 0;
    if (platform !== 'win32') return void app.setBadgeCount(unread);
    const overlay = nativeImage.createFromPath(join(projectRoot, 'resources', 'icons', 'overlay.png'));
    window.window()?.setOverlayIcon(unread > 0 ? overlay : null, unread > 0 ? unreadText(unread) : '');
  }

  function onAction(action: TrayAction | MenuAction): void {
    switch (action.do) {
      case 'open':
        return window.open(action.path);
      case 'pause':
        return showFailure('Notifications are as they were', () =>
          deps.request('pause', { until: pauseEnd(action.duration, now()) }),
        );
      case 'sync':
        return showFailure('Mail was not fetched', () => deps.request('sync', null));
      case 'restart':
        return deps.restart();
      case 'use_other':
        return deps.useOtherInstance();
      case 'install':
        return showFailure('The update was not installed', install);
      case 'quit':
        return deps.quit();
      case 'zoom':
        return window.zoom(action.by);
      case 'spelling':
        // The checkbox has changed by itself, also if the user has declined.
        return void spellChecker.setEnabled(action.on).then(() => showMenu(true));
      case 'print':
        return showFailure('Nothing was printed', print);
      case 'reload':
        return window.reload();
      case 'check_update':
        return void deps.update.check().then(showUpdateState);
      case 'close_window':
        return window.window()?.close();
    }
  }

  function applyRemedy(action: Remedy): void {
    switch (action) {
      case 'restart':
      case 'use_other':
      case 'quit':
      case 'reload':
        return onAction({ do: action });
      case 'enable_bridge':
      case 'other_port':
        return showFailure('That did not help', () => deps.request(action, null));
      case 'log':
        // The folder of the app is beside that of the logs.
        return void system.openPath(join(dirname(deps.stateFolder), 'logs'));
      case 'copy':
        return void clipboard.writeText(window.card()?.reason ?? '');
    }
  }

  function showFailure(failure: string, operation: () => Promise<unknown>): void {
    void operation().catch((thrown: unknown) =>
      dialog.showMessageBox({ type: 'warning', message: failure, detail: reasonOf(thrown), buttons: ['OK'] }),
    );
  }

  async function install(): Promise<void> {
    // An update closes the windows before it asks to quit.
    isEnding = true;
    try {
      await deps.update.install();
    } catch (thrown) {
      isEnding = false;
      throw thrown;
    }
  }

  function print(): Promise<void> {
    return new Promise((resolve, reject) => {
      const contents = window.contents();
      if (!contents) return reject(new Error('There is no window to print from. Open Posthorn first.'));
      contents.print({ printBackground: false }, (isPrinted, reason) => {
        // Closing the dialog means no.
        if (isPrinted || /cancel/i.test(reason)) resolve();
        else reject(new Error(`Printing did not work: ${reason}.`));
      });
    });
  }

  function openExternally(url: string): void {
    showFailure('The link did not open', () => system.openExternal(url));
  }

  updateStatus({});
  if (!deps.isHidden) window.open();
  return {
    setProcessState(next) {
      const isUp = next.state === 'running' || next.state === 'restarting' || next.state === 'finishing';
      // Without the bridge there is no page; after a crash it comes back, and the page waits for it.
      updateStatus({ process: next, ...(!isUp && { page: undefined, status: undefined }) });
    },
    setPage: (page) => updateStatus({ page }),
    setStatus: (status) => updateStatus({ status }),
    showNotification: notificationCenter.show,
    withdrawNotifications: notificationCenter.withdraw,
    open: window.open,
    close() {
      isEnding = true;
      notificationCenter.close();
      unsubscribeUpdates();
      stopHandlingPage();
      tray?.close();
      window.close();
    },
  };
}
