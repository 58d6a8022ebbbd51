import assert from 'node:assert/strict';
import { existsSync, readdirSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, suite, test } from 'node:test';
import type { Locator, Page, Route } from 'playwright';
import { axeViolations, axeViolationsInBothThemes } from '../axe.ts';
import { openPage, listRows, skip, waitForExpression, type OpenedPage, untilAsserted } from '../browser.ts';
import { startFakeApp } from '../fake-app.ts';
import { messageWithManyFiles } from '../attachment-samples.ts';
import { sharedBrowser } from '../suite-app.ts';

/** A browser that reports no PDF viewer, as many phones do. */
const withoutViewer = (page: Page) =>
  page.addInitScript("Object.defineProperty(Navigator.prototype, 'pdfViewerEnabled', { value: false })");

suite('the files of a message are viewed in one dialog, each by its type', { skip }, () => {
  let watched: OpenedPage;
  let page: Page;
  let downloads: string;
  const endings: (() => unknown)[] = [];
  const whole = { after: (end?: unknown) => void (typeof end === 'function' && endings.unshift(() => end())) };
  before(async () => {
    const [app, browser] = await Promise.all([
      startFakeApp(whole, { messages: [messageWithManyFiles] }),
      sharedBrowser(),
    ]);
    watched = await openPage(browser, `${app.url}/inbox`, {}, withoutViewer);
    page = watched.page;
    downloads = join(app.daemon.dataDir, 'downloads');
    await listRows(page).filter({ hasText: 'Everything about the harbour' }).first().click();
    await page.getByRole('region', { name: 'Attachments' }).waitFor();
  });
  after(async () => {
    await watched?.close();
    for (const end of endings) await end();
  });

  async function show(name: string): Promise<Locator> {
    await page.getByRole('button', { name: new RegExp(`^Show ${name.replaceAll('.', '\\.')}`) }).click();
    const dialog = page.getByRole('dialog', { name });
    await dialog.waitFor();
    return dialog;
  }
  async function leave(): Promise<void> {
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
  }

  test('arrow keys change the file, Escape closes, and the focus returns to the clicked element', async () => {
    await show('boat.svg');
    await waitForExpression(
      page,
      '[...document.images].some(({ src, naturalWidth }) => src.startsWith("blob:") && naturalWidth)',
    );
    await page.keyboard.press('ArrowLeft');
    await page.getByText('1 of 13').waitFor();
    await page.keyboard.press('ArrowRight');
    const table = page.getByRole('dialog', { name: 'berths.csv' });
    await table.getByRole('columnheader', { name: 'Boat' }).waitFor();
    await table.getByText('Sea, no. 40').waitFor();
    await table.getByText('40 rows.').waitFor();
    assert.deepEqual(await axeViolationsInBothThemes(page), []);
    await page.getByRole('button', { name: 'Next file' }).click();
    await page.getByRole('dialog', { name: 'minutes.md' }).waitFor();
    await leave();
    await page.locator(':focus', { hasText: 'boat.svg' }).waitFor();
  });

  test('text with markup is formatted, and nothing in a file runs or sends requests', async () => {
    const dialog = await show('minutes.md');
    const frame = dialog.frameLocator('iframe');
    await frame.getByRole('heading', { name: 'Minutes of the harbour meeting' }).waitFor();
    await untilAsserted(async () =>
      assert.doesNotMatch((await dialog.locator('iframe').getAttribute('sandbox')) ?? 'allow-scripts', /scripts/),
    );
    await leave();
    const source = await show('sign-in.html');
    await source.locator('pre').getByText('<h1>Sign in</h1>').waitFor();
    await leave();
    await untilAsserted(async () => assert.match(await page.title(), /Posthorn$/));
  });

  test('a calendar is shown by its events, and a contacts file by its contacts', async () => {
    const dates = await show('dates.ics');
    await dates.getByRole('heading', { name: 'Regatta' }).waitFor();
    await dates.getByText('10:00 to 12:00 in America/New York').waitFor();
    await dates.getByText('This event is cancelled.').waitFor();
    assert.deepEqual(await axeViolations(page), []);
    await page.keyboard.press('ArrowRight');
    const people = page.getByRole('dialog', { name: 'people.vcf' });
    await people.getByRole('link', { name: 'finn@harbour.test' }).waitFor();
    await people.getByText('Prefers, as a rule, the telephone.').waitFor();
    assert.deepEqual(await axeViolations(page), []);
    await leave();
  });

  test('an attached message is shown like any message, and its own files are shown and saved', async () => {
    const dialog = await show('tides.eml');
    const message = dialog.getByRole('article', { name: 'The tide tables' });
    await message.getByText('Ines Moreau <ines@example.test>').waitFor();
    await message.getByRole('button', { name: 'Show quoted text' }).waitFor();
    assert.deepEqual(await axeViolations(page), []);
    await message.getByRole('button', { name: 'tides.csv' }).click();
    const inner = page.getByRole('dialog', { name: 'tides.csv' });
    await inner.getByRole('cell', { name: 'Monday' }).waitFor();
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      inner.getByRole('button', { name: 'Download' }).click(),
    ]);
    assert.equal(download.suggestedFilename(), 'tides.csv');
    assert.equal((await readFile(await download.path(), 'utf8')).trim(), 'Day,High,Low\r\nMonday,3.2,1.1');
    await inner.getByRole('button', { name: 'Back to tides.eml' }).click();
    await message.waitFor();
    await leave();
  });

  test('downloads in progress are listed under current work, where they can be cancelled; then they can be started again', async () => {
    const asked = Promise.withResolvers<void>();
    const held: Route[] = [];
    await page.route('**/attachments/download', (route) => {
      held.push(route);
      asked.resolve();
    });
    const all = page.getByRole('button', { name: /^(Save all|Saving 1 of 13)/ });
    await all.focus();
    await page.keyboard.press('Enter');
    await asked.promise;
    await all.and(page.locator('[aria-busy=true]:focus')).waitFor();
    await page.getByTitle('Show what’s in progress').press('Enter');
    const panel = page.getByRole('dialog', { name: 'In progress' });
    await panel.getByText('Saving 1 of 13').waitFor();
    assert.deepEqual(await axeViolationsInBothThemes(page), []);
    await panel.getByRole('button', { name: /^Cancel: Saving 1 of 13/ }).press('Enter');
    await page.getByText('0 of 13 files saved').first().waitFor();
    await panel.getByText('Nothing in progress.').waitFor();
    await panel.and(page.locator(':focus-within')).waitFor();
    await page.keyboard.press('Escape');
    assert.equal(existsSync(downloads), false);

    await all.focus();
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Cancel saving' }).press('Enter');
    await all.and(page.locator(':focus')).waitFor();
    await page.getByRole('button', { name: 'Cancel saving' }).waitFor({ state: 'detached' });
    // A request that is still held when the route is removed would be sent after all.
    for (const route of held) await route.abort('aborted');
    await page.unroute('**/attachments/download');
    await page.keyboard.press('Enter');
    await page.getByText('13 files saved', { exact: true }).first().waitFor();
    assert.equal(readdirSync(downloads).length, 13);
  });

  test('a sound is played, and a file that cannot be shown says so and offers an alternative', async () => {
    await show('horn.wav');
    await waitForExpression(page, 'document.querySelector("audio")?.readyState >= 2');
    await page.keyboard.press('ArrowRight');
    await page.getByText('This browser can’t show PDF files').waitFor();
    await page.keyboard.press('ArrowRight');
    await page.getByText('Can’t show this picture').waitFor();
    await page.keyboard.press('ArrowRight');
    await page.getByText('Nothing to show').waitFor();
    await page.keyboard.press('ArrowRight');
    const archive = page.getByRole('dialog', { name: 'all.zip' });
    await archive.getByText('No preview available').waitFor();
    await archive.getByRole('button', { name: 'Download' }).waitFor();
    assert.deepEqual(await axeViolations(page), []);
    await leave();
    assert.deepEqual(watched.pageErrors, []);
  });
});
