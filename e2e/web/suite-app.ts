import { after, before } from 'node:test';
import type { Browser } from 'playwright';
import { startApp, type App } from './app.ts';
import { launchBrowser } from './browser.ts';

/** A Posthorn on its demo mailbox and a browser for the tests of the suite this is called in; both end with it. */
export function suiteApp(): { readonly app: App; readonly browser: Browser } {
  const running = {} as { app: App; browser: Browser };
  before(async () => {
    const starting = startApp().then((app) => (running.app = app));
    const launching = launchBrowser({ sharesProcess: true }).then((browser) => (running.browser = browser));
    await Promise.all([starting, launching]);
  });
  after(async () => {
    await running.browser?.close();
    await running.app?.stop();
  });
  return running;
}
