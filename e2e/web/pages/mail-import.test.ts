import assert from 'node:assert/strict';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { after, before, suite, test } from 'node:test';
import type { Browser, Page } from 'playwright';
import { mail } from '../../../daemon/test-daemon.ts';
import { testFolder } from '../../../daemon/test-folder.ts';
import { axeViolations } from '../axe.ts';
import { closePages, openPage, listRows, skip } from '../browser.ts';
import { startFakeApp } from '../fake-app.ts';
import { sharedBrowser } from '../suite-app.ts';

const oldMessage = (n: number) =>
  mail({ from: 'Bea <bea@example.test>', subject: `Old letter ${n}`, text: 'Then.', id: `old-${n}@example.test` });

const mbox = (count: number, from = 0) =>
  Buffer.concat(
    Array.from({ length: count }, (_, n) => [
      Buffer.from('From - Tue Mar 10 07:00:00 2026\r\n'),
      oldMessage(from + n),
      Buffer.from('\r\n'),
    ]).flat(),
  );

const files = (page: Page) => page.getByLabel('Choose files…');
const main = (page: Page) => page.locator('main');

suite('importing mail files', { skip }, () => {
  let browser: Browser;
  let app: Awaited<ReturnType<typeof startFakeApp>>;
  const room = { free: 1e12 };
  const ends: (() => unknown)[] = [];
  const folder = join(testFolder(), 'picked');
  before(async () => {
    const starting = startFakeApp(
      { after: (end) => void ends.push(end as () => unknown) },
      { freeBytes: () => room.free },
    );
    [browser, app] = await Promise.all([sharedBrowser(), starting]);
  });
  after(async () => {
    try {
      if (app) await closePages(browser, app.url);
    } finally {
      for (const end of ends.toReversed()) await end();
    }
  });
  const open = () => openPage(browser, `${app.url}/settings/storage#import`, { reducedMotion: 'reduce' });

  function put(name: string, bytes: Buffer | string): string {
    const path = join(folder, name);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, bytes);
    return path;
  }

  test('chosen files are imported, omissions are reported, and a link leads to the mail', async () => {
    const { page, pageErrors: troubles, close } = await open();
    // A file of half a megabyte or more is sent in several chunks.
    const picked = [
      put('Family.mbox', mbox(1_500)),
      put('archive.pst', 'x'),
      put('empty.eml', ''),
      put('note.txt', 'x'),
    ];
    await files(page).setInputFiles(picked);
    await page.getByRole('status').filter({ hasText: '3 files' }).waitFor();
    await page.getByText('Posthorn can’t read Outlook data files').waitFor();
    await files(page).setInputFiles(picked);
    await page.getByRole('status').filter({ hasText: '3 files' }).waitFor();
    assert.deepEqual(await axeViolations(page), []);
    await page.getByLabel('Folder', { exact: true }).fill('Old mail');
    await page.keyboard.press('Enter');
    const row = main(page).getByRole('listitem').filter({ hasText: 'Several files' });
    await row.getByText('1,500 messages imported, 1 couldn’t be imported, 1 file contains no mail').waitFor();
    // The page reports the end to a user who waits.
    await row.getByRole('heading').and(page.locator(':focus')).waitFor();
    await row.getByText('Couldn’t import (1)').click();
    await row.getByText('It is empty.').waitFor();
    assert.deepEqual(await axeViolations(page), []);
    await row.getByRole('link', { name: 'Show imported mail' }).click();
    await listRows(page).first().waitFor();
    assert.deepEqual(troubles, []);
    await close();
  });

  test('a folder is imported with its child folders, and a second time adds nothing', async () => {
    const { page, pageErrors: troubles, close } = await open();
    put('Maildir/cur/1:2,S', oldMessage(5_001));
    put('Maildir/.Trips/cur/2:2,S', oldMessage(5_002));
    for (const outcome of ['2 messages imported', 'Nothing new, 2 already here']) {
      await page.getByLabel('Choose folder…').setInputFiles(join(folder, 'Maildir'));
      await page.getByRole('button', { name: 'Import these 2 files' }).press('Enter');
      await main(page).getByRole('listitem').filter({ hasText: 'Maildir' }).getByText(outcome).waitFor();
    }
    await page.getByRole('link', { name: 'Trips' }).first().waitFor();
    assert.deepEqual(troubles, []);
    await close();
  });

  test('an obstacle is reported: the import resumes where it stopped, or is discarded', async () => {
    const { page, pageErrors: troubles, expectError: expects, close } = await open();
    expects(/status of (400|503|507)|Failed to load resource/);
    await files(page).setInputFiles([put('nothing.txt', 'no mail at all')]);
    await page.getByRole('button', { name: 'Import this file' }).press('Enter');
    await page.getByRole('alert').getByText('None of these files contains mail').waitFor();
    await page.getByRole('button', { name: 'Cancel' }).press('Enter');
    await files(page).and(page.locator(':focus')).waitFor();
    assert.deepEqual(
      (await app.daemon.ask('import.list', {})).imports.filter(({ state }) => state === 'collecting'),
      [],
    );

    room.free = 1_000_000;
    await files(page).setInputFiles([put('Late.mbox', mbox(3, 7_000))]);
    await page.getByRole('button', { name: 'Import this file' }).press('Enter');
    await page.getByRole('alert').getByText('enough space on the disk').waitFor();
    assert.deepEqual(await axeViolations(page), []);
    room.free = 1e12;
    await page.getByRole('button', { name: 'Try again' }).press('Enter');
    await main(page).getByRole('listitem').filter({ hasText: 'Late.mbox' }).getByText('3 messages').waitFor();

    await files(page).setInputFiles([put('Gone.mbox', mbox(3, 8_000)), put('Here.eml', oldMessage(6_000))]);
    rmSync(join(folder, 'Gone.mbox'));
    await page.getByRole('button', { name: 'Import these 2 files' }).press('Enter');
    const row = main(page).getByRole('listitem').filter({ hasText: 'Here.eml' });
    await row.getByText('1 message imported').waitFor();
    await row.getByText('The file can no longer be read').waitFor();
    assert.deepEqual(troubles, []);
    await close();
  });
});
