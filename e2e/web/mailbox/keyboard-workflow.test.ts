import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import type { Page } from 'playwright';
import { listRows, skip, threadSubject, pressChord } from '../browser.ts';
import { focused, suiteInbox, toast } from '../suite-app.ts';

const text = (page: Page) => page.getByRole('textbox', { name: 'Message text' });

suite('a morning with made-up mail, without a mouse', { skip }, () => {
  const inbox = suiteInbox();

  test('a message is found, read, starred, labelled and answered to all; the answer is scheduled for tomorrow, and cancelled', async () => {
    const { page, watched } = inbox;
    await page.keyboard.press('/');
    await page.keyboard.type('subject:"Boiler inspection"');
    await page.keyboard.press('Enter');
    const found = listRows(page).filter({ hasText: 'Boiler inspection' }).first();
    await found.waitFor();
    await found.focus();
    await page.keyboard.press('Enter');
    await threadSubject(page).filter({ hasText: 'Boiler inspection' }).waitFor();
    await page.keyboard.press('s');
    await page.locator('article').getByLabel('Starred').waitFor();
    await page.keyboard.press('l');
    await page.getByRole('dialog').getByText('Taxes 2026').waitFor();
    await page.keyboard.type('Taxes 2026');
    await page.keyboard.press('Enter');
    await toast(page, 'Added “Taxes 2026” to 1 conversation').waitFor();
    await page.keyboard.press('a');
    await text(page).and(focused(page)).waitFor();
    await page.keyboard.type('Thursday suits us.');
    await page.keyboard.press('Control+Shift+Enter');
    await page
      .getByRole('option', { name: /^Tomorrow/ })
      .first()
      .waitFor();
    await page.keyboard.press('Enter');
    await page.getByRole('region', { name: /^Message: / }).waitFor({ state: 'detached' });
    await page.locator('main:focus, main :focus').waitFor();
    await pressChord(page, 'g', 'o');
    await page.waitForURL('**/outbox');
    const waiting = page.locator('main').getByText('Re: Boiler inspection').first();
    await waiting.waitFor();
    await page
      .getByRole('button', { name: /^Cancel sending: / })
      .first()
      .press('Enter');
    await waiting.waitFor({ state: 'detached' });
    assert.deepEqual(watched.pageErrors, []);
  });

  test('a setting is found by its words in the palette, changed and reset', async () => {
    const { page, watched } = inbox;
    await page.keyboard.press('Control+k');
    await page.keyboard.type('Theme');
    await page.getByRole('option', { name: 'Appearance: Theme', selected: true }).waitFor();
    await page.keyboard.press('Enter');
    await page.waitForURL('**/settings/appearance**');
    await page.getByRole('radiogroup', { name: 'Theme' }).getByRole('radio', { checked: true }).focus();
    await page.keyboard.press('ArrowRight');
    await toast(page, 'Saved: Theme').waitFor();
    await page.locator('html[data-theme]').waitFor();
    assert.deepEqual(watched.pageErrors, []);
  });
});
