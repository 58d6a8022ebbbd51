import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { openPage, rows, skip, subject } from './browser.ts';
import { suiteApp } from './suite-app.ts';

suite('searching on the page', { skip }, () => {
  const running = suiteApp();

  test('what was found can be put in another order, which stays while a conversation is opened', async () => {
    const { page, troubles, close } = await openPage(running.browser, `${running.app.url}/search?q=from:pager`);
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
    const { page, close } = await openPage(running.browser, `${running.app.url}/search?q=canary`);
    await page.getByText(/^Searched all [\d,]+ messages\.$/).waitFor();
    await close();
  });

  test('what is indexed while one looks shows up by itself', async () => {
    const { page, close } = await openPage(running.browser, `${running.app.url}/inbox`);
    let asked = 0;
    await page.route('**/api/v1/mail/search?*', async (route) => {
      const response = await route.fetch();
      const found = (await response.json()) as { coverage: { stored: number } };
      const early = { ...found, groups: [], total: 0, coverage: { ...found.coverage, indexed: 0 } };
      await route.fulfill({ response, json: asked++ === 0 ? early : found });
    });
    await page.getByRole('searchbox').fill('canary');
    await page.keyboard.press('Enter');
    await page.getByText('the rest is still being indexed').waitFor();
    await page.getByText(/^Searched all/).waitFor();
    await rows(page).first().waitFor();
    assert.equal(asked, 2);
    await page.waitForTimeout(2_500);
    assert.equal(asked, 2, 'what is whole is not asked for again');
    await close();
  });

  test('a query that cannot be read is shown with the place marked, and can be put right', async () => {
    const { page, close } = await openPage(running.browser, `${running.app.url}/search?q=canary+is:unraed`);
    await page.getByText('Did you mean is:unread?').waitFor();
    assert.equal(await page.locator('mark').innerText(), 'unraed');
    await page.getByRole('searchbox').fill('canary is:unread');
    await page.keyboard.press('Enter');
    await page.getByText(/^Searched all/).waitFor();
    await close();
  });
});
