import { BrowserWindow, nativeTheme, screen, type WebContents } from 'electron';
import type { StatusCard } from './status-card.ts';
import { createContentLoader, type WindowContent } from './window-content.ts';
import { offerReloadWhenStuck } from './unresponsive.ts';
import { visibleBounds, minSize, type WindowStateStore } from './window-state.ts';

type WindowDeps = {
  state: WindowStateStore;
  /** The path of the preload script. */
  preload: string;
  version: string;
  now(): Date;
  /** Prepares a new window: its permissions, and its behaviour on close. */
  prepare(window: BrowserWindow): void;
  /** The window was shown, hidden or loaded. */
  onChange(): void;
};

export type AppWindow = {
  /** Shows the content in the window, once there is one. */
  setContent(content: WindowContent): void;
  /** Brings the window to the front, at a path of the page if one is given; creates it if there is none. */
  open(path?: string): void;
  /** Shows the window in the taskbar only; creates it if there is none. */
  openMinimized(): void;
  /** Reloads the page, at the open view. */
  reload(): void;
  zoom(by: 1 | -1 | 0): void;
  contents(): WebContents | undefined;
  window(): BrowserWindow | undefined;
  /** The card in place of the page. */
  card(): StatusCard | undefined;
  /** The address of the shown page; undefined while a card is shown. */
  origin(): string | undefined;
  isPageFocused(): boolean;
  close(): void;
};

/** The only window of the app. It is created when it is first opened, and hidden instead of closed. */
export function createWindow(deps: WindowDeps): AppWindow {
  const { state } = deps;
  let window: BrowserWindow | undefined;
  /** Whether it can be shown without a flash of white. */
  let isPainted = false;
  const currentWindow = () => (window && !window.isDestroyed() ? window : undefined);
  const content = createContentLoader({ state, now: deps.now, currentWindow });

  function createBrowserWindow({ isMinimized = false } = {}): void {
    const created = new BrowserWindow({ ...windowOptions(deps), ...lastPlace(state) });
    window = created;
    isPainted = false;
    deps.prepare(created);
    created.once('ready-to-show', () => {
      isPainted = true;
      if (isMinimized) minimize(created);
      else showFirst(created, state);
    });
    created.webContents.on('did-finish-load', () => {
      content.onLoaded(created.webContents);
      deps.onChange();
    });
    for (const name of ['did-navigate', 'did-navigate-in-page'] as const) {
      created.webContents.on(name as 'did-navigate', () => content.onNavigated(created.webContents));
    }
    created.webContents.on('zoom-changed', (_event, direction) => zoom(direction === 'in' ? 1 : -1));
    created.webContents.on('render-process-gone', (_event, { reason }) => {
      if (reason !== 'clean-exit' && window === created) content.onRendererGone(reason);
    });
    offerReloadWhenStuck(created, { reload: content.reload });
    for (const name of ['show', 'hide', 'focus', 'blur'] as const) created.on(name as 'show', deps.onChange);
    created.on('closed', () => {
      if (window === created) window = undefined;
    });
    content.loadFirst();
  }

  function zoom(by: 1 | -1 | 0): void {
    const level = by === 0 ? 0 : Math.max(-4, Math.min(5, state.current().zoom + by / 2));
    state.change({ zoom: level });
    currentWindow()?.webContents.setZoomLevel(level);
  }

  return {
    setContent: content.set,
    open(path) {
      if (path !== undefined) content.requestPath(path);
      const target = currentWindow();
      if (!target) return createBrowserWindow();
      if (target.isMinimized()) target.restore();
      if (!isPainted) return;
      target.show();
      target.focus();
      content.sendRequestedPath();
    },
    openMinimized() {
      const target = currentWindow();
      if (!target) createBrowserWindow({ isMinimized: true });
      else if (isPainted && !target.isVisible() && !target.isMinimized()) minimize(target);
    },
    reload: content.reload,
    zoom,
    contents: () => currentWindow()?.webContents,
    window: currentWindow,
    card: content.card,
    origin: content.origin,
    isPageFocused: () => content.isPageLoaded() && (currentWindow()?.isFocused() ?? false),
    close() {
      currentWindow()?.destroy();
      window = undefined;
    },
  };
}

/** A window that was never shown is not in the taskbar. */
function minimize(window: BrowserWindow): void {
  window.showInactive();
  window.minimize();
}

/** Shows the window as it was when the app ended. */
function showFirst(created: BrowserWindow, state: WindowStateStore): void {
  const { isMaximized, isFullScreen } = state.current();
  if (isMaximized) created.maximize();
  if (isFullScreen) created.setFullScreen(true);
  created.show();
}

function lastPlace(state: WindowStateStore) {
  const displays = screen.getAllDisplays().map(({ workArea }) => workArea);
  return visibleBounds(state.current().bounds, displays);
}

/** The options of every window of the page, but its bounds. */
export function windowOptions({ preload, version }: Pick<WindowDeps, 'preload' | 'version'>) {
  return {
    title: 'Posthorn',
    minWidth: minSize.width,
    minHeight: minSize.height,
    show: false,
    autoHideMenuBar: true,
    // The colour before the page is painted.
    backgroundColor: nativeTheme.shouldUseDarkColors ? '#14181A' : '#FBF8F2',
    webPreferences: {
      contextIsolation: true,
      sandbox: true,
      nodeIntegration: false,
      webviewTag: false,
      webSecurity: true,
      // The PDF viewer is Chromium's only plugin.
      plugins: true,
      preload,
      additionalArguments: [`--posthorn-version=${version}`],
    },
  };
}
