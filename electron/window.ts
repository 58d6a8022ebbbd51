import { BrowserWindow, nativeTheme, screen, type WebContents } from 'electron';
import { cardAddress } from './page-trouble-html.ts';
import { unshown, type Card } from './page-trouble.ts';
import { originOf } from './window-links.ts';
import { isPath, lasting, pageAddress, pathOf } from './window-paths.ts';
import { boundsOn, smallest, type KeptState } from './window-state.ts';

/** What the window shows: the page, or why it is not there. A page with another token is another page. */
export type WindowContent = { url: string; isDemo: boolean; token: string | undefined } | Card;

export type WindowParts = {
  state: KeptState;
  /** The path of the program that lends the page its bridge. */
  preload: string;
  version: string;
  now(): Date;
  /** Prepares a window that was made: what it may do, and what becomes of it when it is closed. */
  prepare(window: BrowserWindow): void;
  /** The window was shown, hidden or loaded. */
  onChange(): void;
};

export type AppWindow = {
  /** Shows that in the window, where and when there is one. */
  present(content: WindowContent): void;
  /** Brings the window forward, at a path of the page where one is given; makes it where there is none. */
  open(path?: string): void;
  /** Shows the page anew, at the view that is open. */
  reload(): void;
  zoom(by: 1 | -1 | 0): void;
  contents(): WebContents | undefined;
  window(): BrowserWindow | undefined;
  /** What stands in the place of the page. */
  card(): Card | undefined;
  /** Where the page is that is shown; undefined while a card is. */
  origin(): string | undefined;
  isWatched(): boolean;
  close(): void;
};

/** A page that ends by itself more often than this in a minute is shown no more. */
const mostEnds = 3;

/** The one window of the app. It is made when it is first opened, and hidden rather than closed. */
export function createWindow(parts: WindowParts): AppWindow {
  const { state } = parts;
  let window: BrowserWindow | undefined;
  let content: WindowContent | undefined;
  let card: Card | undefined;
  /** The address that is shown or being loaded. */
  let shown = '';
  let isLoaded = false;
  /** Whether it may be shown without a flash of white. */
  let isPainted = false;
  /** What is to be shown once there is a page. */
  let wanted: string | undefined;
  /** The view that was open last, while it is not on the screen. */
  let view: string | undefined;
  let lastDemo: boolean | undefined;
  let loads = 0;
  let ends: number[] = [];

  const alive = () => (window && !window.isDestroyed() ? window : undefined);
  const origin = () => (content && 'url' in content ? originOf(content.url) : undefined);

  function load(address: string): void {
    const target = alive();
    if (!target) return;
    const number = ++loads;
    [shown, isLoaded] = [address, false];
    void target.loadURL(address).catch((thrown: Error) => {
      // One that a newer one has cut short is no fault.
      if (number === loads && alive()) showCard(unshown(thrown.message));
    });
  }

  function showCard(next: Card): void {
    card = next;
    const address = cardAddress(next);
    if (address !== shown) load(address);
  }

  function showPage(url: string): void {
    const path = wanted ?? view ?? '/';
    [wanted, card] = [undefined, undefined];
    load(pageAddress(path, url));
  }

  function refresh(): void {
    if (!content) return;
    if ('url' in content) showPage(content.url);
    else showCard(content);
  }

  function make(): BrowserWindow {
    const made = new BrowserWindow(windowOptions(parts));
    window = made;
    [shown, isLoaded, isPainted] = ['', false, false];
    parts.prepare(made);
    made.once('ready-to-show', () => {
      isPainted = true;
      const { isMaximized, isFullScreen } = state.current();
      if (isMaximized) made.maximize();
      if (isFullScreen) made.setFullScreen(true);
      made.show();
    });
    made.webContents.on('did-finish-load', () => arrive(made.webContents));
    for (const name of ['did-navigate', 'did-navigate-in-page'] as const) {
      made.webContents.on(name as 'did-navigate', () => noteView(made.webContents));
    }
    made.webContents.on('zoom-changed', (_event, direction) => zoom(direction === 'in' ? 1 : -1));
    made.webContents.on('render-process-gone', (_event, { reason }) => {
      if (reason !== 'clean-exit' && window === made) afterEnd(reason);
    });
    for (const name of ['show', 'hide', 'focus', 'blur'] as const) made.on(name as 'show', parts.onChange);
    made.on('closed', () => {
      if (window === made) window = undefined;
    });
    refresh();
    return made;
  }

  function arrive(contents: WebContents): void {
    isLoaded = true;
    contents.setZoomLevel(state.current().zoom);
    if (wanted !== undefined && origin() !== undefined) hand(wanted);
    parts.onChange();
  }

  /** To the page that is there, which keeps what is being written in it. */
  function hand(path: string): void {
    wanted = undefined;
    alive()?.webContents.send('posthorn:open', path);
  }

  function noteView(contents: WebContents): void {
    const url = contents.getURL();
    if (!content || !('url' in content) || originOf(url) !== origin()) return;
    view = pathOf(url);
    if (!content.isDemo) state.change({ path: lasting(view) });
  }

  function afterEnd(reason: string): void {
    const now = parts.now().getTime();
    ends = [...ends.filter((end) => now - end < 60_000), now];
    if (ends.length > mostEnds) showCard(unshown(`The page ended by itself (${reason}).`));
    else {
      shown = '';
      refresh();
    }
  }

  function zoom(by: 1 | -1 | 0): void {
    const level = by === 0 ? 0 : Math.max(-4, Math.min(5, state.current().zoom + by / 2));
    state.change({ zoom: level });
    alive()?.webContents.setZoomLevel(level);
  }

  return {
    present(next) {
      const before = content;
      if (before && isSame(before, next)) return;
      content = next;
      if ('url' in next && lastDemo === undefined && !next.isDemo) view = state.current().path;
      // What is open in a demo is not in the owner's mail, nor the other way round.
      if ('url' in next && lastDemo !== undefined && lastDemo !== next.isDemo) view = undefined;
      if ('url' in next) lastDemo = next.isDemo;
      refresh();
    },
    open(path) {
      if (path !== undefined && isPath(path)) wanted = path;
      const target = alive();
      if (!target) return void make();
      if (target.isMinimized()) target.restore();
      if (!isPainted) return;
      target.show();
      target.focus();
      if (wanted !== undefined && isLoaded && origin() !== undefined) hand(wanted);
    },
    reload() {
      ends = [];
      shown = '';
      refresh();
    },
    zoom,
    contents: () => alive()?.webContents,
    window: alive,
    card: () => card,
    origin,
    isWatched: () => isLoaded && origin() !== undefined && (alive()?.isFocused() ?? false),
    close() {
      alive()?.destroy();
      window = undefined;
    },
  };
}

function windowOptions({ state, preload, version }: WindowParts) {
  const displays = screen.getAllDisplays().map(({ workArea }) => workArea);
  return {
    title: 'Posthorn',
    ...boundsOn(state.current().bounds, displays),
    minWidth: smallest.width,
    minHeight: smallest.height,
    show: false,
    autoHideMenuBar: true,
    // What is seen before the page is painted.
    backgroundColor: nativeTheme.shouldUseDarkColors ? '#14181A' : '#FBF8F2',
    webPreferences: {
      contextIsolation: true,
      sandbox: true,
      nodeIntegration: false,
      webviewTag: false,
      webSecurity: true,
      // The viewer of PDF files is Chromium's one plugin.
      plugins: true,
      preload,
      additionalArguments: [`--posthorn-version=${version}`],
    },
  };
}

function isSame(one: WindowContent, other: WindowContent): boolean {
  if ('url' in one && 'url' in other) {
    return one.url === other.url && one.token === other.token && one.isDemo === other.isDemo;
  }
  return !('url' in one) && !('url' in other) && cardAddress(one) === cardAddress(other);
}
