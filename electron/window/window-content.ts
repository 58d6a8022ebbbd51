import type { BrowserWindow, WebContents } from 'electron';
import { cardUrl } from './status-card-html.ts';
import { loadFailureCard, type StatusCard } from './status-card.ts';
import { originOf } from './window-links.ts';
import { isPagePath, restorablePath, pageUrl, pathOf } from './window-paths.ts';
import type { WindowStateStore } from './window-state.ts';

/** The content of the window: the page, or a card. A page with another token is another page. */
export type WindowContent = { url: string; isDemo: boolean; token: string | undefined } | StatusCard;

type ContentDeps = {
  state: WindowStateStore;
  now(): Date;
  /** The window; undefined while there is none. */
  currentWindow(): BrowserWindow | undefined;
};

/** Loads the content into the window, and keeps the view of the page. */
type ContentLoader = {
  /** Replaces the content. */
  set(content: WindowContent): void;
  /** Loads the content into a window that was just created. */
  loadFirst(): void;
  /** Reloads the page, at the open view. */
  reload(): void;
  /** The content has finished loading. */
  onLoaded(contents: WebContents): void;
  /** The page has changed its address. */
  onNavigated(contents: WebContents): void;
  /** The process of the page has ended. */
  onRendererGone(reason: string): void;
  /** Shows a path as soon as there is a page. */
  requestPath(path: string): void;
  /** Shows the requested path in the loaded page. */
  sendRequestedPath(): void;
  /** The card in place of the page. */
  card(): StatusCard | undefined;
  /** The address of the shown page; undefined while a card is shown. */
  origin(): string | undefined;
  isPageLoaded(): boolean;
};

/** A page that crashes more often than this in a minute is not reloaded. */
const maxCrashesPerMinute = 3;

export function createContentLoader({ state, now, currentWindow }: ContentDeps): ContentLoader {
  let content: WindowContent | undefined;
  let card: StatusCard | undefined;
  /** The path to show once there is a page. */
  let pendingPath: string | undefined;
  const views = createViewMemory(state);
  const crashes = createCrashCounter(now);
  const loader = createUrlLoader(currentWindow, (detail) =>
    showCard(loadFailureCard({ reason: 'The page of your mail didn’t answer.', detail })),
  );
  const origin = () => (content && 'url' in content ? originOf(content.url) : undefined);
  const isPageLoaded = () => loader.isLoaded() && origin() !== undefined;

  function showCard(next: StatusCard): void {
    card = next;
    loader.loadUnlessShown(cardUrl(next));
  }

  function refresh(): void {
    if (!content) return;
    if (!('url' in content)) return showCard(content);
    const path = pendingPath ?? views.current() ?? '/';
    [pendingPath, card] = [undefined, undefined];
    loader.load(pageUrl(path, content.url));
  }

  /** Within the current page, which keeps unsaved text. */
  function sendRequestedPath(): void {
    if (pendingPath === undefined || !isPageLoaded()) return;
    const path = pendingPath;
    pendingPath = undefined;
    currentWindow()?.webContents.send('posthorn:open', path);
  }

  function loadAgain(): void {
    loader.reset();
    refresh();
  }

  return {
    set(next) {
      if (content && isSameContent(content, next)) return;
      content = next;
      if ('url' in next) views.changePage(next);
      refresh();
    },
    loadFirst: loadAgain,
    reload() {
      crashes.reset();
      loadAgain();
    },
    onLoaded(contents) {
      loader.markLoaded();
      contents.setZoomLevel(state.current().zoom);
      sendRequestedPath();
    },
    onNavigated(contents) {
      const url = contents.getURL();
      if (content && 'url' in content && originOf(url) === origin()) views.remember(url, content);
    },
    onRendererGone(reason) {
      crashes.record();
      if (crashes.areTooMany())
        showCard(
          loadFailureCard({
            reason: reason === 'oom' ? 'The page ran out of memory.' : 'The page quit unexpectedly.',
            detail: reason,
          }),
        );
      else loadAgain();
    },
    requestPath(path) {
      if (isPagePath(path)) pendingPath = path;
    },
    sendRequestedPath,
    card: () => card,
    origin,
    isPageLoaded,
  };
}

/** Loads addresses into the window, and knows which is shown or being loaded. */
function createUrlLoader(currentWindow: ContentDeps['currentWindow'], onFailure: (detail: string) => void) {
  let shownUrl = '';
  let isLoaded = false;
  let loads = 0;

  function load(url: string): void {
    const target = currentWindow();
    if (!target) return;
    const loadNumber = ++loads;
    [shownUrl, isLoaded] = [url, false];
    void target.loadURL(url).catch((thrown: Error) => {
      // A load that a newer one has interrupted is not an error.
      if (loadNumber === loads && currentWindow()) onFailure(thrown.message);
    });
  }

  return {
    load,
    loadUnlessShown(url: string): void {
      if (url !== shownUrl) load(url);
    },
    /** Nothing is shown any more. */
    reset(): void {
      [shownUrl, isLoaded] = ['', false];
    },
    markLoaded(): void {
      isLoaded = true;
    },
    isLoaded: () => isLoaded,
  };
}

/** Keeps the last view of the page, while it is not on the screen. */
function createViewMemory(state: WindowStateStore) {
  let view: string | undefined;
  let lastDemo: boolean | undefined;
  return {
    current: () => view,
    changePage({ isDemo }: { isDemo: boolean }): void {
      if (lastDemo === undefined && !isDemo) view = state.current().path;
      // A view of a demo does not exist in the owner's mail, nor the other way round.
      if (lastDemo !== undefined && lastDemo !== isDemo) view = undefined;
      lastDemo = isDemo;
    },
    remember(url: string, { isDemo }: { isDemo: boolean }): void {
      view = pathOf(url);
      if (!isDemo) state.change({ path: restorablePath(view) });
    },
  };
}

/** Counts the crashes of the page within the last minute. */
function createCrashCounter(now: () => Date) {
  let crashTimes: number[] = [];
  return {
    record(): void {
      const time = now().getTime();
      crashTimes = [...crashTimes.filter((end) => time - end < 60_000), time];
    },
    areTooMany: () => crashTimes.length > maxCrashesPerMinute,
    reset(): void {
      crashTimes = [];
    },
  };
}

function isSameContent(one: WindowContent, other: WindowContent): boolean {
  if ('url' in one && 'url' in other) {
    return one.url === other.url && one.token === other.token && one.isDemo === other.isDemo;
  }
  return !('url' in one) && !('url' in other) && cardUrl(one) === cardUrl(other);
}
