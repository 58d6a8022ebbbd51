import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, suite, test } from 'node:test';
import type { Browser, Page } from 'playwright';
import { HttpRefusal, problemOf } from '../../../bridge/http/problem.ts';
import { launchBrowser, openPage, listRows, skip, untilAsserted } from '../browser.ts';
import { suiteApp } from '../suite-app.ts';

/** What a message would do if the daemon's allow-list let everything through; `tracker` would count its readers. */
const hostileHtml = (tracker: string) => `
  <script>top.owned = 1; document.title = 'owned'; fetch('${tracker}/script')</script>
  <img src="${tracker}/pixel.gif" onerror="parent.owned = 2">
  <img src="/api/v1/health">
  <link rel="stylesheet" href="${tracker}/style.css">
  <link rel="prefetch" href="${tracker}/prefetch">
  <style>@import '${tracker}/import.css'; body { background: url(${tracker}/back.png) }
    @font-face { font-family: x; src: url(${tracker}/x.woff2) } p { font-family: x }</style>
  <iframe src="${tracker}/frame"></iframe>
  <object data="${tracker}/object"></object>
  <video src="${tracker}/video.mp4" autoplay></video>
  <meta http-equiv="refresh" content="0; url=${tracker}/refresh">
  <svg onload="top.owned = 3"></svg>
  <p>A friendly letter</p>`;

/** A foreign server, and the requests it received. */
async function startTracker() {
  const requests: string[] = [];
  const server = createServer(({ url = '' }, answer) => {
    requests.push(url);
    answer.end();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    asked: requests,
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    stop: () => server.close(),
  };
}

suite('isolation of mail on the page', { skip }, () => {
  const running = suiteApp();
  // It logs its network activity in every run.
  let browser: Browser;
  before(async () => {
    browser = await launchBrowser({ sharesProcess: true });
  });
  after(() => browser?.close());

  test('reading newsletters sends no request to another host', async () => {
    const { page, pageErrors: troubles, close } = await openPage(browser, `${running.app.url}/all`, { isFresh: true });
    await listRows(page).first().waitFor();
    assert.ok((await readUntilFormatted(page, 3)) >= 1, 'no formatted message was shown');
    await page.waitForLoadState('networkidle');
    assert.deepEqual(troubles, []);
    await close();
  });

  test('a message with uncleaned markup runs no script, loads nothing and does not affect the page', async (t) => {
    const tracker = await startTracker();
    t.after(tracker.stop);
    const {
      page,
      pageErrors: troubles,
      expectError: expects,
      close,
    } = await openPage(browser, `${running.app.url}/inbox`, { isFresh: true });
    expects(/^console|^request to /);
    await page.route('**/api/v1/mail/threads/*', async (route) => {
      const response = await route.fetch();
      const thread = (await response.json()) as { bodies: Record<string, unknown>[] };
      const bodies = thread.bodies.map((body) => ({ ...body, text_html: hostileHtml(tracker.url), preferred: 'html' }));
      await route.fulfill({ response, json: { ...thread, bodies } });
    });
    const answered: string[] = [];
    page.on('response', (response) => answered.push(new URL(response.url()).pathname));
    await listRows(page).first().click();
    const frame = page.locator('iframe').first();
    await frame.waitFor();
    await page.frameLocator('iframe').first().getByText('A friendly letter').waitFor();
    await page.waitForLoadState('networkidle');
    assert.equal(await page.evaluate('typeof owned'), 'undefined');
    await untilAsserted(async () => assert.match(await page.title(), /Posthorn$/));
    assert.deepEqual(tracker.asked, []);
    assert.equal(answered.includes('/api/v1/health'), false);
    assert.deepEqual(troubles, []);
    const rights = (await frame.getAttribute('sandbox'))?.split(' ').sort();
    assert.deepEqual(rights, ['allow-popups', 'allow-popups-to-escape-sandbox', 'allow-same-origin']);
    await close();
  });

  test('the token is neither in the address nor stored by the browser', async () => {
    const { page, close } = await openPage(browser, `${running.app.url}/inbox`, { isFresh: true });
    await listRows(page).first().waitFor();
    const answer = await page.request.get(`${running.app.url}/api/v1/auth/local-token`);
    const { token } = (await answer.json()) as { token: string };
    const kept = await page.evaluate(
      'JSON.stringify([location.href, {...localStorage}, {...sessionStorage}, document.cookie])',
    );
    assert.ok(token.length > 8 && !String(kept).includes(token));
    await close();
  });

  test('a page without a token asks the user for it, and works with it', async () => {
    const answer = await fetch(`${running.app.url}/api/v1/auth/local-token`);
    const { token } = (await answer.json()) as { token: string };
    // The answer of the bridge if the handshake is disabled.
    const refused = problemOf(new HttpRefusal(404, 'not_found', 'not found'), 'a-request');
    const {
      page,
      expectError: expects,
      close,
    } = await openPage(browser, `${running.app.url}/inbox`, {}, (unlocked) =>
      unlocked.route('**/api/v1/auth/local-token', (route) =>
        route.fulfill({ status: refused.status, json: refused.body }),
      ),
    );
    expects(/status of 404/);
    await page.getByRole('heading', { name: 'Posthorn needs its key' }).waitFor();
    await page.getByLabel('Key').fill(token);
    await page.getByRole('button', { name: 'Unlock' }).click();
    await listRows(page).first().waitFor();
    await close();
  });
});

/** Opens conversations in sequence until `wanted` formatted messages were shown; returns their number. */
async function readUntilFormatted(page: Page, wanted: number): Promise<number> {
  let met = 0;
  await page.keyboard.press('j');
  await page.keyboard.press('o');
  for (let step = 0; step < 60 && met < wanted; step += 1) {
    await page.locator('article').first().waitFor();
    met += await page.locator('iframe').count();
    const before = page.url();
    await page.keyboard.press('j');
    await page.waitForURL((url) => url.href !== before);
  }
  return met;
}
