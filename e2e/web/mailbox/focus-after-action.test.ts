import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import type { Page } from 'playwright';
import { listRows, skip, untilAsserted, pressChord } from '../browser.ts';
import { focused, suiteInbox, toast } from '../suite-app.ts';

const statusMessage = (page: Page, text: string | RegExp) => page.getByRole('status').filter({ hasText: text }).first();

suite('after every action the focus is where the user continues', { skip }, () => {
  const inbox = suiteInbox();

  test('navigation to a page is announced, in the title and to screen readers', async () => {
    const { page } = inbox;
    const link = page.getByRole('navigation').getByRole('link', { name: /^Drafts/ });
    await link.press('Enter');
    await statusMessage(page, /^Drafts$/).waitFor({ state: 'attached' });
    await untilAsserted(async () => assert.equal(await page.title(), 'Drafts · Posthorn'));
    await link.and(focused(page)).waitFor();
    await pressChord(page, 'g', 'c');
    await statusMessage(page, /^Recent changes$/).waitFor({ state: 'attached' });
    await untilAsserted(async () => assert.equal(await page.title(), 'Recent changes · Posthorn'));
  });

  test('if the focused element disappears with its page, the next page gets the focus', async () => {
    const { page } = inbox;
    await page.evaluate("history.pushState({}, '', '/settings/appearance')");
    await page.getByRole('radiogroup', { name: 'Theme' }).getByRole('radio').first().focus();
    await page.keyboard.press('Control+k');
    await page.keyboard.type('Go to Drafts');
    await page.keyboard.press('Enter');
    await page.waitForURL('**/drafts');
    await statusMessage(page, /^Drafts$/).waitFor({ state: 'attached' });
    await page.locator('main:focus, main :focus').waitFor();
  });

  test('a dialog, a menu and the palette return the focus to its previous element', async () => {
    const { page } = inbox;
    await page.evaluate("history.pushState({}, '', '/inbox')");
    await listRows(page).first().focus();
    await page.keyboard.press('j');
    const row = await focused(page).getAttribute('href');
    const isBack = page.locator(`a[href="${row}"]`).and(focused(page));
    const openers = ['?', 'Control+k', 'b', 'l', 'v', 'Shift+F10'];
    // Also in quick succession.
    for (const keys of [...openers, ...openers, ...openers]) {
      await page.keyboard.press(keys);
      await page.getByRole('dialog').or(page.getByRole('menu')).first().waitFor();
      await page.keyboard.press('Escape');
      await page.getByRole('dialog').or(page.getByRole('menu')).first().waitFor({ state: 'detached' });
      await isBack.waitFor();
    }
    const status = page.locator('footer button').first();
    await status.press('Enter');
    await page.getByRole('dialog').waitFor();
    await page.keyboard.press('Escape');
    await status.and(focused(page)).waitFor();
  });

  test('the row below takes the place of an archived one, whatever the action, and it is announced', async () => {
    const { page } = inbox;
    const [first, next] = [await linkAt(0), await linkAt(1)];
    for (const [key, words, undone] of [
      ['e', 'Archived 1 conversation', 'Archive undone'],
      ['#', 'Moved 1 conversation to Trash', 'Move to Trash undone'],
      ['!', 'Reported 1 conversation as spam', 'Spam report undone'],
      ['b', 'Snoozed 1 conversation until', 'Snooze undone'],
    ] as const) {
      await first.focus();
      await page.keyboard.press(key);
      if (key === 'b') {
        await page
          .getByRole('option', { name: /^Tomorrow/ })
          .first()
          .waitFor();
        await page.keyboard.press('Enter');
      }
      await toast(page, words).first().waitFor();
      await next.and(focused(page)).waitFor();
      await page.keyboard.press('z');
      await toast(page, undone).first().waitFor();
      await first.waitFor();
    }
  });

  test('a new message that is discarded or kept returns the focus', async () => {
    const { page } = inbox;
    await listRows(page).first().focus();
    for (const end of ['Escape', 'discard']) {
      await page.keyboard.press('c');
      await page.getByRole('combobox', { name: 'To', exact: true }).and(focused(page)).waitFor();
      await page.keyboard.type('bob@example.org,');
      if (end === 'Escape') await page.keyboard.press('Escape');
      else
        await page
          .getByRole('button', { name: /^Discard/ })
          .first()
          .press('Enter');
      await page.getByRole('region', { name: /^Message: / }).waitFor({ state: 'detached' });
      await page.locator('main li a:focus').waitFor();
    }
  });

  test('a discarded draft passes the focus to the next one, and the last one to the list', async () => {
    const { page } = inbox;
    await page.evaluate("history.pushState({}, '', '/drafts')");
    const drafts = page.locator('[data-draft]');
    await drafts.first().focus();
    for (let left = await drafts.count(); left > 0; left -= 1) {
      await page.keyboard.press('#');
      await drafts.nth(left - 1).waitFor({ state: 'detached' });
      await page.locator(left > 1 ? '[data-draft]:focus' : 'main:focus, main :focus').waitFor();
    }
  });

  /** By its address: rows appear and disappear. */
  async function linkAt(place: number) {
    const { page } = inbox;
    return page.locator(`main li a[href="${await listRows(page).nth(place).getAttribute('href')}"]`);
  }
});
