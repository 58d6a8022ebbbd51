import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { after, before, suite, test } from 'node:test';
import type { Browser, Page } from 'playwright';
import { mail } from '../../../daemon/test-daemon.ts';
import { axeViolations } from '../axe.ts';
import { closePages, openPage, listRows, skip, threadSubject, type OpenedPage } from '../browser.ts';
import { startFakeApp } from '../fake-app.ts';
import { sharedBrowser } from '../suite-app.ts';

const checked = (results: string) => ({
  'Authentication-Results': `mx.example.test; ${results}`,
  Received: 'from there by mx.example.test with ESMTP; Tue, 10 Mar 2026 07:00:00 +0000',
});

const messages = [
  mail({
    from: 'Ada <ada@example.test>',
    subject: 'Sails',
    text: 'Are they dry?',
    id: 'sails@x',
    minutesAgo: 30,
    headers: { To: 'Finn Baker <finn@harbour.test>' },
  }),
  mail({
    from: 'Finn Baker <finn@harbour.test>',
    subject: 'Re: Sails',
    text: 'They are. See https://harbour.test/sails for all of it.\n\nOn Tue, 10 Mar 2026, Ada wrote:\n> Are they dry?\n\n-- \nFinn Baker\nHarbour 3',
    id: 're-sails@x',
    minutesAgo: 3,
    headers: { References: '<sails@x>', ...checked('dmarc=pass header.from=harbour.test') },
  }),
  mail({
    from: 'Finn Baker <finn@xn--hrbour-pta.test>',
    subject: 'New bank account',
    text: '<h1>Hello</h1><p>Please log in at <a href="https://steal.test/a">https://bank.test/login</a> and pay.</p><table bgcolor="#eee"><tr><td>Now</td></tr></table><img src="https://track.test/open.gif" width="1" height="1">',
    minutesAgo: 2,
    headers: {
      'Content-Type': 'text/html; charset=utf-8',
      'Reply-To': 'finn.baker@gmail.com',
      ...checked('spf=pass smtp.mailfrom=xn--hrbour-pta.test; dmarc=pass header.from=xn--hrbour-pta.test'),
    },
  }),
];

const message = (page: Page) => page.locator('article').last();

async function open(page: Page, text: string): Promise<void> {
  await listRows(page).filter({ hasText: text }).first().click();
  await threadSubject(page).filter({ hasText: text }).waitFor();
}

suite('a message can be judged and shown in every way', { skip }, () => {
  let app: Awaited<ReturnType<typeof startFakeApp>>;
  let browser: Browser;
  let watched: OpenedPage;
  const endings: (() => unknown)[] = [];
  const whole = { after: (end?: unknown) => void (typeof end === 'function' && endings.unshift(() => end())) };
  before(async () => {
    [app, browser] = await Promise.all([startFakeApp(whole, { messages }), sharedBrowser()]);
    watched = await openPage(browser, `${app.url}/inbox`);
  });
  after(async () => {
    try {
      await watched?.close();
      if (app) await closePages(browser, app.url);
    } finally {
      for (const end of endings) await end();
    }
  });

  test('a known sender is marked as known, and a click explains why', async () => {
    const { page, pageErrors: troubles } = watched;
    await open(page, 'Sails');
    const mark = message(page).getByRole('button', { name: 'Known sender', exact: true });
    await mark.click();
    const card = page.getByRole('dialog', { name: 'Is this from Finn Baker?' });
    await card.getByText('You’ve written to this address once.').waitFor();
    await card.getByText('Your mail server confirmed that harbour.test sent this.').waitFor();
    await card.getByText('Checked by mx.example.test').waitFor();
    assert.deepEqual(await axeViolations(page), []);
    await page.keyboard.press('Escape');
    await mark.and(page.locator(':focus')).waitFor();
    assert.deepEqual(troubles, []);
  });

  test('an imitation of a known sender is warned of in one sentence, with all reasons behind it', async () => {
    const { page, pageErrors: troubles } = watched;
    await open(page, 'New bank account');
    const warning = message(page).getByRole('region', { name: 'Warning about this message' });
    await warning.getByText('hárbour.test looks like harbour.test, but is a different domain.').waitFor();
    await warning.getByRole('button', { name: 'Why?' }).click();
    const card = page.getByRole('dialog', { name: 'Is this from Finn Baker?' });
    await card.getByText('Replies go to a different address: finn.baker@gmail.com.').waitFor();
    await card.getByText('A link that shows https://bank.test/login actually leads to steal.test.').waitFor();
    await card.getByText('xn--hrbour-pta.test', { exact: true }).waitFor();
    await card.getByText('1 hidden image would tell the sender you opened this').waitFor();
    assert.deepEqual(await axeViolations(page), []);
    await page.keyboard.press('Escape');
    assert.deepEqual(troubles, []);
  });

  test('a message is shown to read, as plain text and as its source, by menu and by key, and stays so while it is open', async () => {
    const { page, pageErrors: troubles } = watched;
    await open(page, 'Sails');
    const text = message(page);
    await text.getByText('Hidden or dimmed: 1 quote and 1 signature').waitFor();
    await text.getByRole('button', { name: 'More actions for this message' }).click();
    await page.getByRole('menuitemradio', { name: 'Plain text' }).click();
    await text.getByText('> Are they dry?').waitFor();
    await page.keyboard.press('w');
    const source = text.getByRole('group', { name: 'Message source' });
    await source.getByText('Subject: Re: Sails').waitFor();
    assert.deepEqual(await axeViolations(page), []);
    const saving = page.waitForEvent('download');
    await text.getByRole('button', { name: 'Download', exact: true }).click();
    const saved = await saving;
    assert.equal(saved.suggestedFilename(), 'Re Sails.eml');
    assert.deepEqual(await readFile(await saved.path()), messages[1]);
    await text.getByRole('button', { name: 'More actions for this message' }).click();
    await page.getByRole('menuitem', { name: 'Collapse', exact: true }).click();
    await page.locator('button[aria-expanded=false]').filter({ hasText: 'Finn Baker' }).click();
    await source.waitFor();
    await page.keyboard.press('w');
    await text.getByText('Hidden or dimmed').waitFor();
    assert.deepEqual(troubles, []);
  });

  test('one key expands all messages and quotes, and a link shows its target before it is followed', async () => {
    const { page, pageErrors: troubles } = watched;
    await open(page, 'Sails');
    await page.keyboard.press(';');
    await page.locator('article').nth(1).waitFor();
    await message(page).locator('blockquote').getByText('Are they dry?').waitFor();
    await message(page)
      .getByRole('button', { name: /^Hide quoted text · you, .*2 lines$/ })
      .waitFor();
    await message(page).getByRole('link', { name: 'https://harbour.test/sails' }).focus();
    await page.locator('[class*=target]').getByText('https://harbour.test/sails', { exact: true }).waitFor();
    await page.keyboard.press(';');
    await message(page).locator('blockquote').waitFor({ state: 'detached' });
    assert.deepEqual(troubles, []);
  });

  test("a menu of a message is inside the page's landmarks, where screen reader users find it", async () => {
    const { page } = watched;
    await open(page, 'Sails');
    await message(page).getByRole('button', { name: 'More actions for this message' }).click();
    await page.getByRole('main').getByRole('menu').waitFor();
    assert.deepEqual(await axeViolations(page), []);
    await page.keyboard.press('Escape');
  });

  test('a conversation also opens over the list, by key and by button, and that is remembered', async () => {
    const { page, pageErrors: troubles } = watched;
    await open(page, 'Sails');
    await page.keyboard.press('\\');
    const reader = page.locator('section[aria-label=Conversation]');
    await listRows(page).first().waitFor({ state: 'hidden' });
    assert.deepEqual(await axeViolations(page), []);
    await reader.getByRole('button', { name: 'Older conversation' }).click();
    await threadSubject(page).filter({ hasNotText: 'Sails' }).waitFor();
    await reader.getByRole('button', { name: 'Back to list' }).click();
    await listRows(page).first().waitFor();
    await reader.waitFor({ state: 'hidden' });
    await page.reload();
    await listRows(page).first().waitFor();
    await reader.waitFor({ state: 'hidden' });
    assert.deepEqual(await axeViolations(page), []);
    await page.getByRole('button', { name: 'Show beside list' }).click();
    await page.getByText('No conversation selected').waitFor();
    await listRows(page).first().waitFor();
    assert.deepEqual(troubles, []);
  });

  test('a search without a hit has the whole width, and says so once', async () => {
    const { page, pageErrors: troubles } = watched;
    await page.goto(`${app.url}/search?q=zebra`);
    await page.getByText('No results').waitFor();
    await page.getByText('No conversation selected').waitFor({ state: 'hidden' });
    assert.deepEqual(troubles, []);
  });
});
