import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import type { Page } from 'playwright';
import { until } from '../../../daemon/test-until.ts';
import { axeViolations } from '../axe.ts';
import { openPage, listRows, skip, threadSubject, untilAsserted } from '../browser.ts';
import { keepsToasts, suiteApp } from '../suite-app.ts';

const toast = (page: Page, text: string | RegExp) => page.locator('[role=region] li').filter({ hasText: text });
const section = (page: Page) => page.getByRole('group', { name: 'Saved searches' });
const names = (page: Page) => page.locator('[role=group][aria-label="Saved searches"] a').allInnerTexts();

/** Waits until the sidebar shows these, in this order. */
async function untilNamed(page: Page, ...wanted: string[]): Promise<void> {
  const isSo = (shown: string[]) => shown.map((text) => text.split('\n')[0]).join() === wanted.join();
  await until(`the sidebar shows ${wanted.join(', ')}`, async () => isSo(await names(page)));
}

async function save(page: Page, name: string): Promise<void> {
  await listRows(page).first().waitFor();
  await page.getByRole('button', { name: 'Save search' }).click();
  await page.getByRole('textbox', { name: 'Name' }).fill(name);
}

suite('saved searches and exports', { skip }, () => {
  const running = suiteApp({ isAlone: true, config: keepsToasts });
  const still = { reducedMotion: 'reduce' as const };

  test('a search is saved with a colour, counted, reordered, changed and deleted, also by keyboard', async () => {
    const {
      page,
      pageErrors: troubles,
      expectError: expects,
      close,
    } = await openPage(running.browser, `${running.app.url}/search?q=has:attachment`, still);
    await save(page, 'Papers');
    await page.getByRole('radio', { name: 'Plum' }).press('Space');
    await page.getByRole('checkbox', { name: 'Pin to top' }).check();
    assert.deepEqual(await axeViolations(page), []);
    await page.keyboard.press('Enter');
    await toast(page, 'Saved search “Papers” created').waitFor();
    await section(page)
      .getByRole('link', { name: /^Papers , \d+ unread conversations?$/ })
      .click();
    await page.locator('nav a[data-active] span[style*="#a36e9a"]').waitFor();
    await page.getByRole('heading', { name: 'Papers', level: 1 }).waitFor();
    await untilAsserted(async () => assert.equal(await page.getByRole('button', { name: 'Save search' }).count(), 0));

    await page.getByRole('combobox', { name: 'Search all mail' }).fill('is:starred');
    await page.keyboard.press('Enter');
    await save(page, 'papers');
    await page.keyboard.press('Enter');
    await toast(page, 'There’s already a saved search named papers').waitFor();
    await page.getByRole('textbox', { name: 'Name' }).fill('Stars');
    await page.keyboard.press('Enter');
    await untilNamed(page, 'Papers', 'Stars');

    await section(page)
      .getByRole('link', { name: /^Stars/ })
      .focus();
    await page.keyboard.press('Shift+F10');
    await page.getByRole('menuitem', { name: 'Pin' }).click();
    await page.getByRole('menuitem').first().waitFor({ state: 'detached' });
    await section(page).getByRole('button', { name: 'Edit saved searches' }).click();
    const editor = page.getByRole('dialog', { name: 'Edit saved searches' });
    await editor.getByRole('button', { name: 'Unpin Stars' }).waitFor();
    await editor.getByRole('button', { name: 'Move Stars up' }).press('Enter');
    await untilNamed(page, 'Stars', 'Papers');
    await editor.getByRole('button', { name: 'Edit Stars' }).press('Enter');
    await editor.getByRole('textbox', { name: 'Name' }).fill('Starlight');
    assert.deepEqual(await axeViolations(page), []);
    await page.keyboard.press('Enter');
    await untilNamed(page, 'Starlight', 'Papers');
    await editor.getByRole('button', { name: 'Delete Starlight' }).click();
    await untilNamed(page, 'Papers');
    await toast(page, 'Saved search “Starlight” deleted').locator('button', { hasText: 'Undo' }).click();
    await untilNamed(page, 'Starlight', 'Papers');
    // Chromium logs every answer that is not a success.
    expects(/409 \(Conflict\)/);
    assert.deepEqual(troubles, []);
    await close();
  });

  test('a conversation and a search are exported into the downloads, and the page says where they are', async () => {
    const {
      page,
      pageErrors: troubles,
      close,
    } = await openPage(running.browser, `${running.app.url}/search?q=has:attachment`, still);
    await listRows(page).first().waitFor();
    await page.getByRole('button', { name: 'Export' }).press('Enter');
    await page.getByRole('menuitem', { name: 'mbox, for mail programs' }).waitFor();
    assert.deepEqual(await axeViolations(page), []);
    await page.keyboard.press('Enter');
    await toast(page, /^Exported\d+ messages are in posthorn-export-.*\.md/).waitFor();
    await listRows(page).first().click();
    await threadSubject(page).waitFor();
    await page.getByRole('toolbar').getByRole('button', { name: 'More' }).click();
    await page.getByRole('menuitem', { name: 'Export' }).press('ArrowRight');
    await page.getByRole('menuitem', { name: 'Text for a language model' }).click();
    await toast(page, /^Exported\d+ messages? (is|are) in posthorn-export-.*\.txt/).waitFor();
    assert.deepEqual(troubles, []);
    await close();
  });
});
