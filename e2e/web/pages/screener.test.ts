import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { suite, test } from 'node:test';
import type { Page } from 'playwright';
import { mail } from '../../../daemon/test-daemon.ts';
import { axeViolations } from '../axe.ts';
import { listRows, skip, untilAsserted } from '../browser.ts';
import { createCountingUser } from '../everyday-tasks/counting-user.ts';
import { assertWithinLimits } from '../everyday-tasks/step-limits.ts';
import { suiteFakeApp, toast } from '../suite-app.ts';

const strangers = ['Lucie Fabre', 'Harbour Bikes', 'Tomás Prado', 'Brightbeam Growth', 'Odile Brandt'];
let count = 0;

/** Mail of five senders that have never written. */
const firstMail = () =>
  strangers.map((name, at) => {
    count += 1;
    const domain = `${name.split(' ')[0]?.toLowerCase().normalize('NFD').replaceAll(/\W/g, '')}-${count}.example`;
    return mail({
      from: `=?utf-8?B?${Buffer.from(name).toString('base64')}?= <hello@${domain}>`,
      subject: `Hello from ${name}`,
      text: 'Odile gave me your name. I hope you don’t mind my writing out of the blue.',
      id: `first-${count}@${domain}`,
      minutesAgo: at + 1,
    });
  });

const sender = (page: Page) => page.getByRole('article').getByRole('heading', { level: 2 });
const choice = (page: Page, name: string) => page.getByRole('article').getByRole('button', { name });

suite('the screener', { skip }, () => {
  const fake = suiteFakeApp();

  async function receiveStrangers(): Promise<void> {
    for (const message of firstMail()) fake.app.control.deliver(message);
    await fake.app.daemon.resync();
  }

  test('while it is off the page says who would wait, and turns it on', async () => {
    await receiveStrangers();
    const { page, pageErrors, close } = await fake.open('/screener');
    await page.getByRole('heading', { name: '5 senders would wait now' }).waitFor();
    assert.deepEqual(await axeViolations(page), []);
    await page.getByRole('button', { name: 'Turn on the screener' }).click();
    await page.getByText('5 senders are writing to you for the first time.').waitFor();
    await sender(page).filter({ hasText: 'Lucie Fabre' }).waitFor();
    assert.deepEqual(await axeViolations(page, { rules: ['color-contrast'] }), []);
    // A decision can be put off, and taken back.
    await page.keyboard.press('s');
    await sender(page).filter({ hasText: 'Harbour Bikes' }).waitFor();
    await page.keyboard.press('3');
    await toast(page, 'Mail from Harbour Bikes goes to Reading').first().waitFor();
    await sender(page).filter({ hasText: 'Tomás Prado' }).waitFor();
    await page.keyboard.press('z');
    await sender(page).filter({ hasText: 'Harbour Bikes' }).waitFor();
    // All of them at once have one undo.
    await page.getByRole('button', { name: 'Screen out all 5' }).click();
    await page.getByText('No one is waiting').first().waitFor();
    await toast(page, 'Screened out 5 senders').first().waitFor();
    await page.keyboard.press('z');
    await page.getByText('5 senders are writing to you for the first time.').waitFor();
    assert.deepEqual(pageErrors, []);
    await close();
  });

  test('screen five strangers, by mouse and by keyboard', async () => {
    for (const way of ['mouse', 'keyboard'] as const) {
      const { page, pageErrors, close } = await fake.open('/inbox');
      await listRows(page).first().waitFor();
      const link = page.getByRole('navigation').getByRole('link', { name: /^Screener/ });
      await link.filter({ hasText: '5' }).waitFor();
      const user = createCountingUser(page);
      if (way === 'mouse') await user.click(link);
      else await user.command('scree', 'Go to Screener');
      for (const [at, name] of ['Messages', 'Updates', 'Reading', 'Screen out', 'Messages'].entries()) {
        await sender(page)
          .filter({ hasText: strangers[at] ?? '' })
          .waitFor();
        if (way === 'mouse') await user.click(choice(page, name));
        else await user.press(`${['Messages', 'Updates', 'Reading', 'Screen out'].indexOf(name) + 1}`);
      }
      await page.getByText('New senders appear here when they write to you.').waitFor();
      assertWithinLimits('screen five strangers', way, user.steps);
      assert.deepEqual(pageErrors, []);
      await close();
      if (way === 'mouse') await receiveStrangers();
    }
  });

  test('decisions are changed, removed, exported and imported', async () => {
    const { page, pageErrors, expectError, close } = await fake.open('/screener/decisions');
    const rows = page
      .getByRole('main')
      .getByRole('listitem')
      .filter({ has: page.getByRole('combobox') });
    await rows.first().waitFor();
    await untilAsserted(async () => assert.equal(await rows.count(), 10));
    assert.deepEqual(await axeViolations(page), []);
    await page.getByLabel('Find a sender, list or domain').fill('lucie-1.');
    await rows.filter({ hasText: 'lucie-1.' }).getByRole('combobox').selectOption('Screened out');
    await toast(page, /^Screened out/)
      .first()
      .waitFor();
    await rows.getByRole('button', { name: /^Remove/ }).click();
    await page.getByText('No decision matches.').waitFor();

    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Export' }).click();
    const content = readFileSync(await (await download).path(), 'utf8');
    assert.equal(content.trim().split('\r\n').length, 10);

    const file = page.getByLabel('File with decisions');
    const give = (text: string) =>
      file.setInputFiles({ name: 'd.csv', mimeType: 'text/csv', buffer: Buffer.from(text) });
    expectError(/status of 400/);
    await give('scope,value,disposition\nsender,nobody,allow\n');
    await page.getByRole('alert').filter({ hasText: 'line 2: nobody isn’t an address' }).waitFor();
    await give('scope,value,disposition\ndomain,news.example,feed\n');
    await page.getByText('d.csv: 1 new decision, 0 changed.').waitFor();
    await page.getByRole('button', { name: 'Import decisions' }).click();
    await page.getByLabel('Find a sender, list or domain').fill('news.example');
    await rows.filter({ hasText: 'Everyone at this domain' }).waitFor();

    // Each message says which decision applies to it.
    await page.goto(new URL('/inbox', page.url()).href);
    await listRows(page).filter({ hasText: 'Hello from Harbour Bikes' }).first().click();
    await page.getByRole('button', { name: 'More actions for this message' }).click();
    await page.getByRole('menuitem', { name: 'Why is this here?' }).click();
    const why = page.getByRole('dialog', { name: 'Why is this here?' });
    await why
      .getByText(/^You decided that mail from .* goes to Updates\.$/)
      .first()
      .waitFor();
    assert.deepEqual(await axeViolations(page, { rules: ['color-contrast'] }), []);
    assert.deepEqual(pageErrors, []);
    await close();
  });
});
