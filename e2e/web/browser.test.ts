import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, suite, test } from 'node:test';
import type { Browser } from 'playwright';
import { sampleOf } from '../runner/tier.ts';
import { launchBrowser, openPage, skip } from './browser.ts';
import { foreignHostsIn } from './network-log.ts';
import { sharedBrowser } from './suite-app.ts';

/** A page that runs the script in its address at once. */
const does: Record<string, string> = {
  '/calm': '',
  '/error': 'console.error("out of paper")',
  '/warning': 'console.warn("low on ink")',
  '/rejection': 'Promise.reject(new Error("no horse"))',
  '/throw': 'throw new Error("no rider")',
  '/refused': 'fetch("/nowhere").catch(() => undefined)',
  '/policy': 'document.body.append(Object.assign(new Image(), { src: "https://pixel.example/a.gif" }))',
  '/elsewhere': 'fetch(`http://localhost:${location.port}/calm`, { mode: "no-cors" })',
};

const complaints: readonly (readonly [path: string, complaint: RegExp, ...others: RegExp[]])[] = [
  ['/error', /console error: out of paper/],
  ['/warning', /console warning: low on ink/],
  ['/rejection', /uncaught: no horse/],
  ['/throw', /uncaught: no rider/],
  ['/refused', /console error: .*status of 404/],
  // Headless Chromium also reports the request that it does not make.
  ['/policy', /console error: .*Content Security Policy/, /request to https:\/\/pixel\.example\//],
  ['/elsewhere', /request to http:\/\/localhost:\d+\/calm/],
];

suite('an error on a page fails the test that opened it', { skip }, () => {
  let browser: Browser;
  const server = createServer(({ url = '' }, answer) => {
    const script = does[url];
    answer.writeHead(script === undefined ? 404 : 200, {
      'content-type': 'text/html; charset=utf-8',
      ...(url === '/policy' && { 'content-security-policy': "img-src 'self' data:" }),
    });
    answer.end(`<!doctype html><link rel="icon" href="data:,"><body><script>${script ?? ''}</script><p>Done</p>`);
  });
  let url: string;
  before(async () => {
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    browser = await sharedBrowser();
  });
  after(() => server.close());

  async function seen(path: string, ...expected: RegExp[]): Promise<void> {
    const { page, expectError: expects, close } = await openPage(browser, url + path, { isFresh: true });
    for (const trouble of expected) expects(trouble);
    await page.waitForLoadState('networkidle');
    await close();
  }

  test('a page without errors passes', async () => {
    await seen('/calm');
  });

  for (const [path, complaint, ...others] of sampleOf(complaints, { few: 3, some: 2 })) {
    test(`${path.slice(1)}: it is reported, unless the test expects it`, async () => {
      await assert.rejects(seen(path), complaint);
      await seen(path, complaint, ...others);
    });
  }

  test('a click whose button moves before it is released is reported, and a wait in vain says what the page shows', async () => {
    const { page, close } = await openPage(browser, `${url}/calm`, { isFresh: true });
    await page.setContent('<p role="status">Loading</p><button>Pay</button>');
    await page.getByRole('button').dispatchEvent('pointerdown', { clientX: 9, clientY: 9 });
    await page.getByRole('status').dispatchEvent('pointerup', { clientX: 9, clientY: 9 });
    await assert.rejects(
      page.getByRole('dialog').waitFor({ timeout: 1 }),
      /The page is http:[^]*the focus is on <body>[^]*status: Loading/,
    );
    await assert.rejects(close(), /A click was lost: pressed on <button>Pay<\/button>, released on <p role="status">/);
  });

  test('a page that a test left open is not blamed for the end of its app, but for all other errors', async () => {
    const own = await launchBrowser();
    const app = createServer((_, answer) => {
      const asks = "addEventListener('gone', () => fetch('/again').catch(() => { throw new Error('no horse') }))";
      answer.setHeader('content-type', 'text/html');
      answer.end(`<!doctype html><link rel="icon" href="data:,"><script>${asks}</script>`);
    });
    await once(app.listen(0, '127.0.0.1'), 'listening');
    const { page, pageErrors: troubles } = await openPage(
      own,
      `http://127.0.0.1:${(app.address() as AddressInfo).port}`,
    );
    app.closeAllConnections();
    app.close();
    const uncaught = page.waitForEvent('pageerror');
    await page.evaluate("void dispatchEvent(new Event('gone'))");
    await uncaught;
    assert.match(troubles.join('\n'), /ERR_CONNECTION_REFUSED/);
    await assert.rejects(
      own.close(),
      ({ message }: Error) => /uncaught: no horse/.test(message) && !/REFUSED/.test(message),
    );
  });

  test('errors on one page do not count for the next', async () => {
    await assert.rejects(seen('/error'));
    await seen('/calm');
  });

  test('a page that is never closed, and a request of the browser to another host, are reported when the browser closes', async () => {
    const own = await launchBrowser();
    const { page } = await openPage(own, `${url}/error`);
    await page.setContent('<img src="http://stranger.example/pixel.gif">');
    await page.waitForLoadState('networkidle');
    await assert.rejects(own.close(), /out of paper[^]*asked on the network: stranger\.example/);
  });
});

test("of the browser's network log only other hosts count, each once", () => {
  const log = [
    '{"params":{"host":"http://127.0.0.1:4050"}}',
    '{"params":{"host":"localhost"}}',
    '{"params":{"host":"[::1]:80"}}',
    '{"params":{"host":"update.googleapis.com"}}',
    '{"params":{"host":"https://pixel.example:443"}}',
    '{"params":{"host":"pixel.example"}}',
    '{"params":{"host":"notgoogle.com"}}',
  ].join('\n');
  assert.deepEqual(foreignHostsIn(log), ['pixel.example', 'notgoogle.com']);
});
