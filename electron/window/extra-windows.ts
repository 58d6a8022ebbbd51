import { BrowserWindow, screen, type BrowserWindowConstructorOptions, type WebContents } from 'electron';
import { originOf } from './window-links.ts';
import { isPagePath, pageUrl, pathOf } from './window-paths.ts';
import { visibleBounds, type WindowStateStore } from './window-state.ts';

type ExtraWindowDeps = {
  state: WindowStateStore;
  /** The options of every window of the page, but its bounds. */
  options(): BrowserWindowConstructorOptions;
  /** Prepares a new window: its permissions. */
  prepare(window: BrowserWindow): void;
};

/** Windows besides the main one, each with a message or with one that is being written. Closing one really closes it. */
export type ExtraWindows = {
  /** Opens a path of the page in a window of its own; does nothing without a page. */
  open(path: string): void;
  /** Moves every window to the page at its new address; undefined while there is none. */
  setPage(url: string | undefined): void;
  isOwn(contents: WebContents): boolean;
  close(): void;
};

/** More windows than this are a mistake. */
const maxWindows = 20;

export function createExtraWindows({ state, options, prepare }: ExtraWindowDeps): ExtraWindows {
  const windows = new Set<BrowserWindow>();
  let page: string | undefined;

  function create(path: string, url: string): void {
    const kind = kindOf(path);
    const displays = screen.getAllDisplays().map(({ workArea }) => workArea);
    const last = state.current().extraBounds[kind];
    const place = last ? visibleBounds(last, displays) : firstSize;
    const isMaximized = last?.isMaximized ?? false;
    const created = new BrowserWindow({ ...options(), ...place });
    windows.add(created);
    prepare(created);
    created.once('ready-to-show', () => {
      if (isMaximized) created.maximize();
      created.show();
    });
    created.webContents.on('did-finish-load', () => created.webContents.setZoomLevel(state.current().zoom));
    created.on('close', () => {
      const { x, y, width, height } = created.getNormalBounds();
      const last = { x, y, width, height, isMaximized: created.isMaximized() };
      state.change({ extraBounds: { ...state.current().extraBounds, [kind]: last } });
    });
    created.on('closed', () => windows.delete(created));
    load(created, pageUrl(path, url));
  }

  return {
    open(path) {
      if (page !== undefined && isPagePath(path) && windows.size < maxWindows) create(path, page);
    },
    setPage(url) {
      if (url !== undefined && url !== page)
        for (const window of windows) {
          const shown = window.webContents.getURL();
          // A page without its daemon waits for it by itself; at another address it would wait forever.
          if (shown !== '' && originOf(shown) !== originOf(url)) load(window, pageUrl(pathOf(shown), url));
        }
      page = url;
    },
    isOwn: (contents) => [...windows].some(({ webContents }) => webContents.id === contents.id),
    close() {
      for (const window of windows) window.destroy();
      windows.clear();
    },
  };
}

/** A load that fails leaves an empty window, which the user closes; the main window says what is wrong. */
function load(window: BrowserWindow, url: string): void {
  void window.loadURL(url).catch(() => window.isDestroyed() || window.destroy());
}

const firstSize = { width: 880, height: 780 };

/** Each kind of window has its own last place. */
function kindOf(path: string): 'compose' | 'reader' {
  return path.startsWith('/compose') ? 'compose' : 'reader';
}
