import { app, session, type WebContents } from 'electron';
import { join } from 'node:path';
import { pathOfLink } from '../deep-link.ts';
import type { RepairChoice } from '../daemon-process/utility-protocol.ts';
import { attachContextMenu } from '../menus/context-menu.ts';
import { createSpellChecker, type SpellChecker } from '../window/spell-checker.ts';
import type { Remedy } from '../window/status-card.ts';
import { hideOnClose, type WindowClosingDeps } from '../window/window-closing.ts';
import { handleDownloads } from '../window/window-downloads.ts';
import { secureSession, secureWindow, type WindowSecurityDeps } from '../window/window-security.ts';
import { createExtraWindows, type ExtraWindows } from '../window/extra-windows.ts';
import { createWindow, windowOptions, type AppWindow } from '../window/window.ts';

type ShellWindowDeps = WindowClosingDeps & {
  now(): Date;
  /** Whether the app runs from source. */
  hasDevTools: boolean;
  openExternally(url: string): void;
  applyRemedy(remedy: Remedy | RepairChoice): void;
  /** The window was shown, hidden or loaded. */
  onChange(): void;
  /** The spell checker was turned on or off. */
  onSpellingChange(): void;
};

type ShellWindow = {
  window: AppWindow;
  extra: ExtraWindows;
  spellChecker: SpellChecker;
  /** Whether it is the main window or one of the others. */
  isOwn(contents: WebContents): boolean;
};

/** The window with its security, its menu for text and links, its downloads and its spell checker. */
export function openShellWindow(deps: ShellWindowDeps): ShellWindow {
  const { platform, state, now, hasDevTools } = deps;
  const page = { preload: join(import.meta.dirname, 'preload.cjs'), version: app.getVersion() };
  const window = createWindow({
    state,
    ...page,
    now,
    onChange: deps.onChange,
    prepare(created) {
      secureWindow(created, securityDeps);
      attachContextMenu(created.webContents, { spelling: spellChecker, hasDevTools });
      hideOnClose(created, deps);
    },
  });
  const extra = createExtraWindows({
    state,
    options: () => windowOptions(page),
    prepare(created) {
      secureWindow(created, securityDeps);
      attachContextMenu(created.webContents, { spelling: spellChecker, hasDevTools });
    },
  });
  const isOwn = (contents: WebContents) => contents.id === window.contents()?.id || extra.isOwn(contents);
  const securityDeps: WindowSecurityDeps = {
    isOwn,
    origin: window.origin,
    mailtoPath: pathOfLink,
    open: window.open,
    openExternally: deps.openExternally,
    applyRemedy: deps.applyRemedy,
    hasDevTools,
    mayFetchDictionary: () => spellChecker.isEnabled(),
  };
  secureSession(session.defaultSession, securityDeps);
  handleDownloads(session.defaultSession, { isOwn, origin: window.origin });
  const spellChecker = createSpellChecker({
    platform,
    state,
    session: session.defaultSession,
    onChange: deps.onSpellingChange,
  });
  return { window, extra, spellChecker, isOwn };
}
