import { BrowserWindow, nativeTheme, screen, type WebContents } from 'electron';
import { cardUrl } from './status-card-html.ts';
import { loadFailureCard, type StatusCard } from './status-card.ts';
import { originOf } from './window-links.ts';
import { isPagePath, restorablePath, pageUrl, pathOf } from './window-paths.ts';
import { visibleBounds, minSize, type WindowStateStore } from './window-state.ts';

/** The content of the window: the page, or a card. A page with another token is another page. */
export type WindowContent = { url: string; isDemo: boolean; token: string | undefined } | StatusCard;

export type WindowDeps = {
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

/** A page that crashes more often than this in a minute is not reloaded. */
const maxCrashesPerMinute = 3;

/** The only window of the app. It is created when it is first opened, and hidden instead of closed. */
export function createWindow(deps: WindowDeps): AppWindow {
  const { state } = deps;
  let window: BrowserWindow | undefined;
  let content: WindowContent | undefined;
  let card: StatusCard | undefined;
  /** The address that is shown or being loaded. */
  let shownUrl = '';
  let isLoaded = false;
  /** Whether it can be shown without a flash of white. */
  let isPainted = false;
  /** The path to show once there is a page. */
  let pendingPath: string | undefined;
  /** The last view, while it is not on the screen. */
  let view: string | undefined;
  let lastDemo: boolean | undefined;
  let loads = 0;
  let crashTimes: number[] = [];

  const currentWindow = () => (window && !window.isDestroyed() ? window : undefined);
  const origin = () => (content && 'url' in content ? originOf(content.url) : undefined);

  function load(targetUrl: string): void {
    const target = currentWindow();
    if (!target) return;
    const loadNumber = ++loads;
    [shownUrl, isLoaded] = [targetUrl, false];
    void target.loadURL(targetUrl).catch((thrown: Error) => {
      // A load that a newer one has interrupted is not an error.
      if (loadNumber === loads && currentWindow()) showCard(loadFailureCard(thrown.message));
    });
  }

  function showCard(next: StatusCard): void {
    card = next;
    const targetUrl = cardUrl(next);
    if (targetUrl !== shownUrl) load(targetUrl);
  }

  function showPage(url: string): void {
    const path = pendingPath ?? view ?? '/';
    [pendingPath, card] = [undefined, undefined];
    load(pageUrl(path, url));
  }

  function refresh(): void {
    if (!content) return;
    if ('url' in content) showPage(content.url);
    else showCard(content);
  }

  function createBrowserWindow(): BrowserWindow {
    const created = new BrowserWindow(windowOptions(deps));
    window = created;
    [shownUrl, isLoaded, isPainted] = ['', false, false];
    deps.prepare(created);
    created.once('ready-to-show', () => {
      isPainted = true;
      const { isMaximized, isFullScreen } = state.current();
      if (isMaximized) created.maximize();
      if (isFullScreen) created.setFullScreen(true);
      created.show();
    });
    created.webContents.on('did-finish-load', () => onLoaded(created.webContents));
    for (const name of ['did-navigate', 'did-navigate-in-page'] as const) {
      created.webContents.on(name as 'did-navigate', () => rememberView(created.webContents));
    }
    created.webContents.on('zoom-changed', (_event, direction) => zoom(direction === 'in' ? 1 : -1));
    created.webContents.on('render-process-gone', (_event, { reason }) => {
      if (reason !== 'clean-exit' && window === created) onRendererGone(reason);
    });
    for (const name of ['show', 'hide', 'focus', 'blur'] as const) created.on(name as 'show', deps.onChange);
    created.on('closed', () => {
      if (window === created) window = undefined;
    });
    refresh();
    return created;
  }

  function onLoaded(contents: WebContents): void {
    isLoaded = true;
    contents.setZoomLevel(state.current().zoom);
    if (pendingPath !== undefined && origin() !== undefined) sendPath(pendingPath);
    deps.onChange();
  }

  /** Within the current page, which keeps unsaved text. */
  function sendPath(path: string): void {
    pendingPath = undefined;
    currentWindow()?.webContents.send('posthorn:open', path);
  }

  function rememberView(contents: WebContents): void {
    const url = contents.getURL();
    if (!content || !('url' in content) || originOf(url) !== origin()) return;
    view = pathOf(url);
    if (!content.isDemo) state.change({ path: restorablePath(view) });
  }

  function onRendererGone(reason: string): void {
    const now = deps.now().getTime();
    crashTimes = [...crashTimes.filter((end) => now - end < 60_000), now];
    if (crashTimes.length > maxCrashesPerMinute) showCard(loadFailureCard(`The page ended by itself (${reason}).`));
    else {
      shownUrl = '';
      refresh();
    }
  }

  function zoom(by: 1 | -1 | 0): void {
    const level = by === 0 ? 0 : Math.max(-4, Math.min(5, state.current().zoom + by / 2));
    state.change({ zoom: level });
    currentWindow()?.webContents.setZoomLevel(level);
  }

  return {
    setContent(next) {
      const before = content;
      if (before && isSameContent(before, next)) return;
      content = next;
      if ('url' in next && lastDemo === undefined && !next.isDemo) view = state.current().path;
      // A view of a demo does not exist in the owner's mail, nor the other way round.
      if ('url' in next && lastDemo !== undefined && lastDemo !== next.isDemo) view = undefined;
      if ('url' in next) lastDemo = next.isDemo;
      refresh();
    },
    open(path) {
      if (path !== undefined && isPagePath(path)) pendingPath = path;
      const target = currentWindow();
      if (!target) return void createBrowserWindow();
      if (target.isMinimized()) target.restore();
      if (!isPainted) return;
      target.show();
      target.focus();
      if (pendingPath !== undefined && isLoaded && origin() !== undefined) sendPath(pendingPath);
    },
    reload() {
      crashTimes = [];
      shownUrl = '';
      refresh();
    },
    zoom,
    contents: () => currentWindow()?.webContents,
    window: currentWindow,
    card: () => card,
    origin,
    isPageFocused: () => isLoaded && origin() !== undefined && (currentWindow()?.isFocused() ?? false),
    close() {
      currentWindow()?.destroy();
      window = undefined;
    },
  };
}

function windowOptions({ state, preload, version }: WindowDeps) {
  const displays = screen.getAllDisplays().map(({ workArea }) => workArea);
  return {
    title: 'Posthorn',
    ...visibleBounds(state.current().bounds, displays),
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

function isSameContent(one: WindowContent, other: WindowContent): boolean {
  if ('url' in one && 'url' in other) {
    return one.url === other.url && one.token === other.token && one.isDemo === other.isDemo;
  }
  return !('url' in one) && !('url' in other) && cardUrl(one) === cardUrl(other);
}
