import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { suite, test } from 'node:test';
import type { Page } from 'playwright';
import { axeViolationsInBothThemes } from '../axe.ts';
import { openPage, listRows, skip, threadSubject, waitForExpression } from '../browser.ts';
import { suiteApp } from '../suite-app.ts';

suite('the files of a message are viewed and saved in the reader', { skip }, () => {
  const running = suiteApp();
  const files = (page: Page) => page.getByRole('region', { name: 'Attachments' });

  async function opened(title: string) {
    const query = encodeURIComponent(`subject:"${title}"`);
    const watched = await openPage(running.browser, `${running.app.url}/search?q=${query}`);
    await listRows(watched.page).filter({ hasText: title }).first().click();
    await threadSubject(watched.page).filter({ hasText: title }).waitFor();
    await files(watched.page).waitFor();
    return watched;
  }

  test('a picture that is a missing range is fetched and shown by keyboard, and then it is stored', async () => {
    const { page, pageErrors: troubles, close } = await opened('The photograph of Mother');
    const card = files(page).getByRole('button', { name: /^Show photograph-\d+\.png/ });
    await files(page).getByText('on the server').waitFor();
    await card.focus();
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog', { name: /^photograph-/ });
    const picture = dialog.getByRole('img', { name: /^Preview of photograph-/ });
    await picture.waitFor();
    await waitForExpression(
      page,
      '[...document.images].some((image) => image.src.startsWith("blob:") && image.naturalWidth > 0)',
    );
    assert.deepEqual(await axeViolationsInBothThemes(page), []);
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    await card.and(page.locator(':focus')).waitFor();
    await files(page).getByText('on the server').waitFor({ state: 'detached' });
    assert.deepEqual(troubles, []);
    await close();
  });

  test('a table is shown with its rows under their header, and saved under its name', async () => {
    const { page, pageErrors: troubles, close } = await opened('Figures for the quarter');
    await files(page)
      .getByRole('button', { name: /^Show quarter-one\.csv/ })
      .click();
    const dialog = page.getByRole('dialog', { name: 'quarter-one.csv' });
    await dialog.getByRole('row').nth(1).waitFor();
    const shown = await dialog.getByRole('row').allInnerTexts();
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      dialog.getByRole('button', { name: 'Download' }).click(),
    ]);
    assert.equal(download.suggestedFilename(), 'quarter-one.csv');
    const lines = (await readFile(await download.path(), 'utf8')).trim().split(/\r?\n/);
    assert.deepEqual(
      shown.map((row) => row.replaceAll(/\s*\t\s*/g, ',').trim()),
      lines,
    );
    await page.keyboard.press('Escape');
    assert.deepEqual(await axeViolationsInBothThemes(page), []);
    assert.deepEqual(troubles, []);
    await close();
  });
});
