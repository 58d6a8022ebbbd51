import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { openPage, rows, skip, subject } from './browser.ts';
import { suiteApp } from './suite-app.ts';

suite('the page on a demo mailbox', { skip }, () => {
  const running = suiteApp();

  test('opens at the inbox and says how fresh it is, without a complaint of the browser', async () => {
    const { page, troubles, close } = await openPage(running.browser, running.app.url);
    await page.waitForURL('**/inbox');
    await rows(page).first().waitFor();
    assert.match(await page.locator('main h1').first().innerText(), /^Inbox$/);
    await page
      .locator('footer')
      .getByText(/Synced|Syncing/)
      .waitFor();
    assert.match(await page.title(), /Inbox · Posthorn$/);
    assert.deepEqual(troubles, []);
    await close();
  });

  test('a conversation opens beside the list, survives a reload, and back leads to the list', async () => {
    const { page, troubles, close } = await openPage(running.browser, `${running.app.url}/inbox`);
    await rows(page).nth(2).click();
    await subject(page).waitFor();
    const shown = await subject(page).innerText();
    await page.locator('article').first().waitFor();
    await page.reload();
    await subject(page).waitFor();
    assert.equal(await subject(page).innerText(), shown);
    await page.goBack();
    await page.waitForURL('**/inbox');
    await page.getByText('Nothing is open').waitFor();
    assert.deepEqual(troubles, []);
    await close();
  });

  test('search finds the notes the pager sent', async () => {
    const { page, troubles, close } = await openPage(running.browser, `${running.app.url}/inbox`);
    await page.getByRole('combobox', { name: 'Search all mail' }).fill('canary rollout');
    await page.keyboard.press('Enter');
    await page.waitForURL(/\/search\?q=/);
    const found = rows(page).filter({ hasText: 'Canary rollout notes' }).filter({ hasText: 'Pager Relay' });
    await found.first().click();
    await subject(page).waitFor();
    assert.match(await subject(page).innerText(), /Canary rollout notes/);
    assert.deepEqual(troubles, []);
    await close();
  });

  test('a search without a hit says so', async () => {
    const { page, close } = await openPage(running.browser, `${running.app.url}/search?q=xyzzyplugh`);
    await page.getByText('Nothing found').waitFor();
    await close();
  });

  test('scrolling brings older conversations, each once', async () => {
    const { page, close } = await openPage(running.browser, `${running.app.url}/all`);
    await rows(page).first().waitFor();
    const seen = new Map<string, string>();
    await page.locator('main ul[role=list]').hover();
    for (let step = 0; step < 60 && seen.size < 150; step += 1) {
      for (const [place, address] of await page.evaluate<[string, string][]>(shownRows)) seen.set(place, address);
      await page.mouse.wheel(0, 600);
      await page.evaluate('new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))');
    }
    assert.ok(seen.size > 100, `only ${seen.size} conversations were reached`);
    assert.equal(new Set(seen.values()).size, seen.size);
    await close();
  });

  test('the keys alone reach, open and leave a conversation', async () => {
    const { page, close } = await openPage(running.browser, `${running.app.url}/inbox`);
    await rows(page).first().waitFor();
    await page.keyboard.press('j');
    await page.keyboard.press('j');
    await page.locator('main li[aria-posinset="2"] a:focus').waitFor();
    await page.keyboard.press('Enter');
    await subject(page).waitFor();
    await page.locator('main li[aria-posinset="2"] a[aria-current=page]').waitFor();
    await page.keyboard.press('j');
    await page.locator('main li[aria-posinset="3"] a[aria-current=page]').waitFor();
    await page.keyboard.press('Escape');
    await page.waitForURL('**/inbox');
    await page.locator('main li[aria-posinset="3"] a:focus').waitFor();
    await page.keyboard.press('g');
    await page.keyboard.press('a');
    await page.waitForURL('**/all');
    await page.keyboard.press('/');
    await page.locator('input[type=search]:focus').waitFor();
    // The first closes what the box suggests, the second leaves it.
    await page.keyboard.press('Escape');
    await page.keyboard.press('Escape');
    await page.keyboard.press('?');
    await page.getByRole('dialog', { name: 'Keys' }).waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await close();
  });

  test('a conversation that does not exist is said calmly, and the list stays', async () => {
    const { page, close } = await openPage(running.browser, `${running.app.url}/inbox/m/not-a-real-conversation`);
    await page.getByText('This conversation is not here').waitFor();
    await rows(page).first().waitFor();
    await close();
  });

  test('360 pixels are enough: list, reader over it, mailboxes in a drawer, nothing cut off sideways', async () => {
    const { page, troubles, close } = await openPage(running.browser, `${running.app.url}/inbox`, {
      viewport: { width: 360, height: 740 },
    });
    const spill = () => page.evaluate('document.documentElement.scrollWidth - innerWidth') as Promise<number>;
    await rows(page).first().waitFor();
    assert.equal(await spill(), 0);
    await rows(page).first().click();
    await subject(page).waitFor();
    assert.equal(await rows(page).first().isVisible(), false);
    assert.equal(await spill(), 0);
    await page.getByRole('button', { name: 'Back to the list' }).click();
    await rows(page).first().waitFor();
    await page.getByRole('button', { name: 'Show mailboxes' }).click();
    await page
      .getByRole('dialog')
      .getByRole('link', { name: /^All mail/ })
      .click();
    await page.waitForURL('**/all');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    assert.deepEqual(troubles, []);
    await close();
  });

  test('the look can be chosen and is kept', async () => {
    const { page, close } = await openPage(running.browser, `${running.app.url}/inbox`);
    const paper = () => page.evaluate('getComputedStyle(document.body).backgroundColor');
    const light = await paper();
    await page.getByRole('radio', { name: 'Dark' }).click();
    assert.notEqual(await paper(), light);
    await page.reload();
    await rows(page).first().waitFor();
    assert.notEqual(await paper(), light);
    await close();
  });
});

/** In the page: the place in the list and the address of every row that is there. */
const shownRows = `[...document.querySelectorAll('main li[aria-posinset]')].flatMap((row) => {
  const link = row.querySelector('a');
  return link ? [[row.getAttribute('aria-posinset'), link.getAttribute('href')]] : [];
})`;
