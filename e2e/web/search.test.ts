import assert from 'node:assert/strict';
import { after, before, suite, test } from 'node:test';
import type { Browser } from 'playwright';
import { startApp, type App } from './app.ts';
import { launchBrowser, openPage, rows, skip, subject } from './browser.ts';

suite('searching on the page', { skip }, () => {
  let app: App;
  let browser: Browser;
  before(async () => {
    [app, browser] = await Promise.all([startApp(), launchBrowser()]);
  });
  after(async () => {
    await browser?.close();
    await app?.stop();
  });

  test('what was found can be put in another order, which stays while a conversation is opened', async () => {
    const { page, troubles, close } = await openPage(browser, `${app.url}/search?q=from:pager`);
    await rows(page).first().waitFor();
    const first = page.locator('main li[aria-posinset="1"]');
    const newest = (await first.textContent()) ?? '';
    const order = page.getByRole('combobox', { name: 'Order' });
    await order.selectOption('Oldest first');
    await page.waitForURL(/sort=oldest/);
    await first.filter({ hasNotText: newest }).waitFor();
    await rows(page).first().click();
    await subject(page).waitFor();
    assert.match(page.url(), /sort=oldest/);
    await order.selectOption('Best match first');
    await page.getByRole('main').getByText('Best match first').nth(1).waitFor();
    assert.deepEqual(troubles, []);
    await close();
  });

  test('it is said that all mail was searched', async () => {
    const { page, close } = await openPage(browser, `${app.url}/search?q=canary`);
    await page.getByText(/^Searched all [\d,]+ messages\.$/).waitFor();
    await close();
  });

  test('a query that cannot be read is shown with the place marked, and can be put right', async () => {
    const { page, close } = await openPage(browser, `${app.url}/search?q=canary+is:unraed`);
    await page.getByText('Did you mean is:unread?').waitFor();
    assert.equal(await page.locator('mark').innerText(), 'unraed');
    await page.getByRole('searchbox').fill('canary is:unread');
    await page.keyboard.press('Enter');
    await page.getByText(/^Searched all/).waitFor();
    await close();
  });
});
