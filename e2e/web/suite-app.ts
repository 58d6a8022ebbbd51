import { after, before } from 'node:test';
import type { Browser, Page } from 'playwright';
import { startApp, type App } from './app.ts';
import { takesSamples } from '../runner/tier.ts';
import { closePages, launchBrowser, openPage, listRows, type OpenedPage, type PageOptions } from './browser.ts';
import { startFakeApp } from './fake-app.ts';

type SharedProcesses = { app?: Promise<App>; browser?: Promise<Browser> };

/** Shared by the test files of this process: starting a browser or a daemon costs more than most tests do. */
const shared: SharedProcesses = {};

after(() => endProcesses(shared));

/**
 * The browser of this process, which ends with it. A run that takes samples does without its network log, which costs a tenth
 * of each page: the errors of a page contain its own requests.
 */
export function sharedBrowser(): Promise<Browser> {
  return (shared.browser ??= launchBrowser({ sharesProcess: true, logsNetwork: !takesSamples }));
}

/** For suites that click Undo in toasts: these stay until they are closed, however slow the computer is. */
export const keepsToasts = '[ui]\nundo_messages = "until_closed"\n';

/**
 * A Posthorn on its demo mailbox and a browser for the tests of the calling suite. Other suites have used them before, or
 * use them later: a suite that needs unchanged mail or history sets `isAlone`, and shares only the browser. `config` is the
 * content of the config.toml of its own app.
 */
export function suiteApp({ isAlone = false, config = '' } = {}): { readonly app: App; readonly browser: Browser } {
  const running = {} as { app: App; browser: Browser };
  const own: SharedProcesses = isAlone ? {} : shared;
  before(async () => {
    own.app ??= startApp({ config });
    [running.app, running.browser] = await Promise.all([own.app, sharedBrowser()]);
  });
  after(async () => {
    // Hooks run in order of definition: a page that a suite closes in its own hook would outlive its app.
    if (running.app) await closePages(running.browser, running.app.url).finally(() => isAlone && endProcesses(own));
  });
  return running;
}

const still = { reducedMotion: 'reduce' } as const;

/** The inbox of a separate demo in one page, which the tests of the suite use in sequence. `config` is as in `suiteApp`. */
export function suiteInbox({ config = '' } = {}): { readonly page: Page; readonly watched: OpenedPage } {
  const running = suiteApp({ isAlone: true, config });
  const opened = {} as { page: Page; watched: OpenedPage };
  before(async () => {
    opened.watched = await openPage(running.browser, `${running.app.url}/inbox`, still);
    opened.page = opened.watched.page;
    await listRows(opened.page).first().waitFor();
    // Incoming mail moves the rows.
    await opened.page.getByText(/^Synced/).waitFor();
  });
  after(() => opened.watched?.close());
  return opened;
}

type FakeApp = Awaited<ReturnType<typeof startFakeApp>>;

/**
 * A Posthorn on one made-up account for the tests of the calling suite, and the browser of this process. `config` is further
 * content of its config.toml.
 */
export function suiteFakeApp({ config = '' } = {}): {
  readonly app: FakeApp;
  /** Opens one of its pages, without animations. */
  open(path: string, options?: PageOptions, prepare?: (page: Page) => Promise<unknown>): Promise<OpenedPage>;
} {
  const running = {} as { app: FakeApp; browser: Browser };
  const ends: (() => unknown)[] = [];
  before(async () => {
    const starts = startFakeApp({ after: (end) => void ends.push(end as () => unknown) }, { config });
    [running.app, running.browser] = await Promise.all([starts, sharedBrowser()]);
  });
  after(async () => {
    try {
      if (running.app) await closePages(running.browser, running.app.url);
    } finally {
      for (const end of ends.toReversed()) await end();
    }
  });
  return {
    get app() {
      return running.app;
    },
    open: (path, options = {}, prepare) =>
      openPage(running.browser, running.app.url + path, { ...still, ...options }, prepare),
  };
}

/** The toast with this text. */
export const toast = (page: Page, text: string | RegExp) => page.locator('[role=region] li').filter({ hasText: text });

/** The focused element. */
export const focused = (page: Page) => page.locator(':focus');

async function endProcesses({ app, browser }: SharedProcesses): Promise<void> {
  try {
    await (await browser)?.close();
  } finally {
    await (await app)?.stop();
  }
}
