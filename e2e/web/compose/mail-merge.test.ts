import assert from 'node:assert/strict';
import { before, suite, test } from 'node:test';
import type { Browser } from 'playwright';
import { axeViolationsInBothThemes } from '../axe.ts';
import { openPage, skip } from '../browser.ts';
import { startFakeApp } from '../fake-app.ts';
import { sharedBrowser } from '../suite-app.ts';

const table = 'name;gift;email\nBob;pears;bob@people.example\nCid;;cid@people.example\nDan;figs;bob@people.example\n';

suite('mail merge', { skip }, () => {
  let browser: Browser;
  before(async () => void (browser = await sharedBrowser()));

  test('a table makes one draft per row after a preview, and sends them after a second confirmation', async (t) => {
    const { url, daemon, clock } = await startFakeApp(t);
    const { accounts } = await daemon.ask('accounts.list');
    await daemon.ask('drafts.saveLocal', {
      id: '0195804f-3c2a-7d41-9b06-5e8d2f61c7a4',
      account_id: accounts[0]?.account_id,
      subject: 'For {name}',
      body_markdown: 'Thank you for the {gift}.',
    });
    const { page, close } = await openPage(browser, `${url}/merge`, { reducedMotion: 'reduce' });
    await page.getByLabel('Draft', { exact: true }).selectOption({ label: 'For {name}' });
    await page
      .getByLabel('Table')
      .setInputFiles({ name: 'guests.csv', mimeType: 'text/csv', buffer: Buffer.from(table) });
    await page.getByText('Thank you for the pears.').waitFor();
    await page.getByText('Line 4: It has the same address as the row in line 2.').waitFor();
    assert.deepEqual(await axeViolationsInBothThemes(page), []);
    await page.getByRole('button', { name: 'Create 2 drafts' }).click();
    await page.getByText('2 drafts · 1 skipped').waitFor();
    assert.equal(daemon.sender('ada').deliveries.length, 0);
    await page.getByRole('button', { name: 'Send 2 messages…' }).click();
    await page.getByRole('button', { name: 'Send 2 messages', exact: true }).click();
    await page.getByText('In Outbox').first().waitFor();
    clock.advance(60_000);
    await page.getByText('Sent', { exact: true }).nth(1).waitFor();
    assert.deepEqual(await axeViolationsInBothThemes(page), []);
    await close();
  });
});
