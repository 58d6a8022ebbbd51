import assert from 'node:assert/strict';
import { after, before, suite, test } from 'node:test';
import type { Browser, Page } from 'playwright';
import { mail } from '../../../daemon/test-daemon.ts';
import { axeViolations } from '../axe.ts';
import { closePages, listRows, openPage, skip, threadSubject, untilAsserted } from '../browser.ts';
import { startFakeApp } from '../fake-app.ts';
import { sharedBrowser } from '../suite-app.ts';

const sent = 'https://shop.test/offer?id=7&utm_source=mail&utm_id=2&mc_eid=3';
const cleaned = 'https://shop.test/offer?id=7';
const messages = [
  mail({
    from: 'Shop <shop@shop.test>',
    subject: 'Plain offer',
    text: `See ${sent} now`,
    id: 'plain@x',
    minutesAgo: 2,
  }),
  mail({
    from: 'Shop <shop@shop.test>',
    subject: 'Formatted offer',
    text: `<h1>Offer</h1><p><a href="${sent.replaceAll('&', '&amp;')}">Look</a> or <a href="https://shop.test/b">read</a></p>`,
    id: 'formatted@x',
    minutesAgo: 1,
    headers: { 'Content-Type': 'text/html; charset=utf-8' },
  }),
];

async function open(page: Page, subject: string): Promise<void> {
  await listRows(page).filter({ hasText: subject }).first().click();
  await threadSubject(page).filter({ hasText: subject }).waitFor();
}

const bar = (page: Page) => page.locator('[class*=target]');
const plainLink = (page: Page) => page.locator('article').getByRole('link', { name: sent });
const frameLink = (page: Page) => page.frameLocator('article iframe').getByRole('link').first();

suite('links of messages', { skip }, () => {
  let app: Awaited<ReturnType<typeof startFakeApp>>;
  let browser: Browser;
  const endings: (() => unknown)[] = [];
  before(async () => {
    const whole = { after: (end?: unknown) => void (typeof end === 'function' && endings.unshift(() => end())) };
    [app, browser] = await Promise.all([startFakeApp(whole, { messages }), sharedBrowser()]);
  });
  after(async () => {
    try {
      if (app) await closePages(browser, app.url);
    } finally {
      for (const end of endings) await end();
    }
  });

  test('a link of plain text opens without tracking parameters, says so, and opens as sent on request', async () => {
    const { page, pageErrors, close } = await openPage(browser, `${app.url}/inbox`);
    await open(page, 'Plain offer');
    const link = plainLink(page);
    await untilAsserted(async () => assert.equal(await link.getAttribute('href'), cleaned));
    await link.hover();
    await bar(page).getByText(`${cleaned} · 3 tracking parameters removed`, { exact: true }).waitFor();
    await page.getByText('3 tracking parameters removed from 1 link.').waitFor();
    assert.deepEqual(await axeViolations(page), []);
    await page.getByRole('button', { name: 'Open links as sent' }).click();
    await page.getByText('Links open as sent, including tracking parameters.').waitFor();
    await untilAsserted(async () => assert.equal(await link.getAttribute('href'), sent));
    await page.getByRole('button', { name: 'Remove tracking' }).click();
    await page.getByText('3 tracking parameters removed from 1 link.').waitFor();
    assert.deepEqual(pageErrors, []);
    await close();
  });

  test('a link of a formatted message opens without them, too', async () => {
    const { page, close } = await openPage(browser, `${app.url}/inbox`);
    await open(page, 'Formatted offer');
    await frameLink(page).hover();
    await untilAsserted(async () => assert.equal(await frameLink(page).getAttribute('href'), cleaned));
    await bar(page).getByText(`${cleaned} · 3 tracking parameters removed`, { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Open links as sent' }).click();
    await page.frameLocator('article iframe').locator(`a[href="${sent}"]`).waitFor();
    await close();
  });

  test('a setting leaves links as they were sent', async () => {
    await app.daemon.ask('settings.change', { key: 'render.remove_link_tracking', value: false });
    const { page, close } = await openPage(browser, `${app.url}/inbox`);
    await open(page, 'Plain offer');
    await page.locator(`a[href="${sent}"]`).waitFor();
    await untilAsserted(async () => assert.equal(await page.getByText('tracking parameters removed').count(), 0));
    await app.daemon.ask('settings.change', { key: 'render.remove_link_tracking', value: true });
    await close();
  });

  test('holding a link of plain text down shows its target', async () => {
    const phone = { viewport: { width: 390, height: 800 }, hasTouch: true, isMobile: true };
    const { page, close } = await openPage(browser, `${app.url}/inbox`, phone);
    await open(page, 'Plain offer');
    const box = await plainLink(page).boundingBox();
    assert.ok(box);
    const touch = await page.context().newCDPSession(page);
    const point = { x: Math.round(box.x + 10), y: Math.round(box.y + box.height / 2) };
    await touch.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [point] });
    await bar(page).getByText(cleaned).waitFor();
    await touch.send('Input.dispatchTouchEvent', { type: 'touchCancel', touchPoints: [] });
    await close();
  });

  test('a link of a formatted message that has the focus shows its target', async () => {
    const { page, close } = await openPage(browser, `${app.url}/inbox`);
    await open(page, 'Formatted offer');
    await frameLink(page).focus();
    await bar(page).getByText(cleaned).waitFor();
    await close();
  });
});
