import { after, before } from 'node:test';
import type { Browser } from 'playwright';
import { startApp, type App } from './app.ts';
import { closePages, launchBrowser } from './browser.ts';

type Running = { app?: Promise<App>; browser?: Promise<Browser> };

/** Of this process, whose test files share it: to start a browser or a daemon costs more than most tests do. */
const shared: Running = {};

after(() => end(shared));

/** The browser of this process, which ends with it. */
export function sharedBrowser(): Promise<Browser> {
  return (shared.browser ??= launchBrowser({ sharesProcess: true }));
}

/**
 * A Posthorn on its demo mailbox and a browser for the tests of the suite this is called in. Other suites have used them
 * before, or use them later: one that needs mail or a history nobody has touched says `isAlone`, and shares the browser.
 */
export function suiteApp({ isAlone = false } = {}): { readonly app: App; readonly browser: Browser } {
  const running = {} as { app: App; browser: Browser };
  const own: Running = isAlone ? {} : shared;
  before(async () => {
    own.app ??= startApp();
    [running.app, running.browser] = await Promise.all([own.app, sharedBrowser()]);
  });
  after(async () => {
    // Hooks run in the order they were made: a page that a suite closes in one of its own would outlive its app.
    if (running.app) await closePages(running.browser, running.app.url).finally(() => isAlone && end(own));
  });
  return running;
}

async function end({ app, browser }: Running): Promise<void> {
  await (await browser)?.close();
  await (await app)?.stop();
}
