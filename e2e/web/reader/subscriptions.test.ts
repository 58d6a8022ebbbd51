import assert from 'node:assert/strict';
import { Readable } from 'node:stream';
import { test } from 'node:test';
import type { Page } from 'playwright';
import type { OutgoingFetch } from '../../../daemon/outgoing/outgoing-fetch.ts';
import { mail } from '../../../daemon/test-daemon.ts';
import { axeViolationsInBothThemes } from '../axe.ts';
import { openPage, skip, untilAsserted } from '../browser.ts';
import { startFakeApp } from '../fake-app.ts';
import { sharedBrowser } from '../suite-app.ts';

/** The newest messages of the mailbox, each from a separate list. */
function listMessage(name: string, minutesAgo: number, leave: Record<string, string>): Buffer {
  const from = `${name} <${name.toLowerCase()}@news.example>`;
  return mail({ from, subject: `${name} says`, text: 'News.', id: `${name}@news.example`, minutesAgo, headers: leave });
}

const oneClick = (name: string) => ({
  'List-Unsubscribe': `<https://news.example/${name}>`,
  'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
});

const toast = (page: Page, text: string | RegExp) => page.locator('[role=region] li').filter({ hasText: text });
const record = (page: Page, name: string) =>
  page.getByRole('listitem').filter({ has: page.getByText(name, { exact: true }) });

test(
  'lists are left from a message and from their page, errors are reported, and senders have a card',
  { skip },
  async (t) => {
    const requests: string[] = [];
    const fetch: OutgoingFetch = async (url) => {
      requests.push(url);
      const status = url.endsWith('Refusing') ? 404 : 200;
      return { status, type: 'text/plain', url, content: Readable.from([]) };
    };
    const messages = [
      listMessage('Weekly', 1, oneClick('Weekly')),
      listMessage('Refusing', 2, oneClick('Refusing')),
      listMessage('Tidy', 3, oneClick('Tidy')),
      listMessage('Paged', 4, { 'List-Unsubscribe': '<https://pages.example/leave>' }),
    ];
    const app = await startFakeApp(t, { messages, fetch });
    const browser = await sharedBrowser();
    const { page, pageErrors: troubles, close } = await openPage(browser, `${app.url}/inbox`);

    await page.getByRole('link', { name: /Weekly says/ }).click();
    const name = page.getByRole('heading', { name: 'Weekly', exact: true }).getByRole('button');
    await name.press('Enter');
    const card = page.getByRole('dialog', { name: 'About Weekly' });
    await card.getByText('1 message from them, 0 messages to them').waitFor();
    assert.deepEqual(await axeViolationsInBothThemes(page), []);
    await page.keyboard.press('Escape');
    await name.and(page.locator(':focus')).waitFor();

    await page.getByRole('button', { name: 'Unsubscribe from Weekly' }).press('Enter');
    const dialog = page.getByRole('dialog');
    await dialog.getByText('Posthorn sends news.example a single unsubscribe request').waitFor();
    assert.deepEqual(requests, []);
    await dialog.getByRole('button', { name: 'Unsubscribe', exact: true }).press('Enter');
    await toast(page, 'Unsubscribed from Weekly').waitFor();
    assert.deepEqual(requests, ['https://news.example/Weekly']);

    await page.getByRole('navigation', { name: 'Mailboxes' }).getByRole('button', { name: 'More' }).click();
    await page.getByRole('link', { name: 'Subscriptions' }).click();
    await record(page, 'Weekly').getByText('Unsubscribed 10 Mar 2026').waitFor();
    await page.getByRole('button', { name: 'Unsubscribe from Refusing' }).click();
    await dialog.getByRole('button', { name: 'Unsubscribe', exact: true }).click();
    await dialog.getByRole('alert').filter({ hasText: 'The sender answers 404 (Not Found).' }).waitFor();
    const outside = dialog.getByRole('link', { name: 'Open page' });
    await untilAsserted(async () => assert.equal(await outside.getAttribute('href'), 'https://news.example/Refusing'));
    assert.deepEqual(await axeViolationsInBothThemes(page), []);
    await page.keyboard.press('Escape');
    await record(page, 'Refusing').getByText('Couldn’t unsubscribe 10 Mar 2026').waitFor();

    await page.getByRole('button', { name: 'Unsubscribe from Paged' }).click();
    await dialog.getByText('You can only unsubscribe on a web page at pages.example.').waitFor();
    await untilAsserted(async () => assert.equal(await outside.getAttribute('target'), '_blank'));
    await untilAsserted(async () => assert.equal(await outside.getAttribute('rel'), 'noopener noreferrer'));
    await page.keyboard.press('Escape');

    await page.getByRole('button', { name: 'Unsubscribe from Tidy' }).click();
    await dialog.getByRole('button', { name: 'Unsubscribe and archive their message' }).click();
    await toast(page, 'Unsubscribed from Tidy. Marked 1 message as read and archived')
      .getByRole('button', { name: 'Undo archive' })
      .click();
    await toast(page, 'Change undone').waitFor();
    const { mailbox } = await app.daemon.ask('mailbox.list', { limit: 3 });
    assert.ok(mailbox.groups.flatMap(({ rows }) => rows.map(({ subject }) => subject)).includes('Tidy says'));
    assert.equal(requests.length, 3);
    assert.deepEqual(troubles, []);
    await close();
  },
);
