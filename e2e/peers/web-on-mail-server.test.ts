import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { ImapFlow } from 'imapflow';
import type { Browser, Page } from 'playwright';
import { until } from '../../daemon/test-until.ts';
import { makeHome, startDaemon, type DaemonProcess, type Home } from '../daemon-process.ts';
import { postfixMissing, startMailServers, type MailServers } from '../../testing/servers/postfix.ts';
import { closePages, launchBrowser, openPage, listRows, skip, threadSubject, type OpenedPage } from '../web/browser.ts';
import { dovecotAccount } from './support/dovecot-account.ts';
import { openSecondClient } from './support/second-client.ts';
import { untilSettled } from './support/until-settled.ts';

const missing = skip || postfixMissing();
if (missing) test('actions on the page, with a real server', { skip: missing });
else describe('actions on the page, with a real server', suite);

const testMessages = [
  buildMessage('The ledger of March', ['The ledger lies on the desk.']),
  buildMessage('A parcel for you', ['It waits at the counter.']),
  buildMessage('Cheap lamps', ['Buy them.']),
  buildMessage('The lamp room', ['Who trims the wicks?']),
  buildMessage('Coal for winter', ['Shall I order it?'], { Cc: 'carol@example.test' }),
  buildMessage(
    'Plans of the roof',
    [
      '--b\r\nContent-Type: text/plain\r\n\r\nAs promised.',
      '--b\r\nContent-Type: text/plain; name=roof.txt\r\nContent-Disposition: attachment; filename=roof.txt\r\n\r\nslates\r\n--b--',
    ],
    { 'MIME-Version': '1.0', 'Content-Type': 'multipart/mixed; boundary=b' },
  ),
  buildMessage('News of the guild', ['All is well.'], {
    'List-Unsubscribe': '<mailto:bob@example.test?subject=leave>',
  }),
  buildMessage(
    'Supper at the mill',
    [
      '--b\r\nContent-Type: text/plain\r\n\r\nPlease come.',
      '--b\r\nContent-Type: text/calendar; method=REQUEST\r\n',
      ['BEGIN:VCALENDAR', 'METHOD:REQUEST', 'BEGIN:VEVENT', 'UID:mill@example.test', 'DTSTAMP:20260301T080000Z'].join(
        '\r\n',
      ),
      ['DTSTART:20980310T180000Z', 'SUMMARY:Supper', 'ORGANIZER;CN=Bob:mailto:bob@example.test'].join('\r\n'),
      'ATTENDEE;CN=Alice;RSVP=TRUE:mailto:alice@example.test\r\nEND:VEVENT\r\nEND:VCALENDAR\r\n--b--',
    ],
    { 'MIME-Version': '1.0', 'Content-Type': 'multipart/alternative; boundary=b' },
  ),
];

function suite(): void {
  let post: MailServers;
  let home: Home;
  let daemon: DaemonProcess;
  let browser: Browser;
  let watched: OpenedPage;
  let page: Page;
  const clients: Record<string, ImapFlow> = {};

  before(async () => {
    post = await startMailServers({ users: ['alice@example.test', 'bob@example.test', 'carol@example.test'] });
    const [alice] = post.dovecot.users;
    assert.ok(alice);
    for (const bytes of testMessages) post.dovecot.deliver(alice.user, bytes);
    for (const user of post.dovecot.users) {
      clients[user.user.split('@')[0] ?? ''] = await openSecondClient(post.dovecot, user);
    }
    home = makeHome([{ ...dovecotAccount(post.dovecot, alice), smtpPort: post.postfix.port }]);
    daemon = await startDaemon(home, post.dovecot);
    await untilSettled(daemon);
    browser = await launchBrowser();
    watched = await openPage(browser, `http://127.0.0.1:${daemon.port}/inbox`, { reducedMotion: 'reduce' });
    ({ page } = watched);
    await listRows(page)
      .nth(testMessages.length - 1)
      .waitFor();
  });
  after(async () => {
    // Report page errors last, so that everything is closed.
    const closing = browser && closePages(browser, 'http').finally(() => browser.close());
    await closing?.catch(() => undefined);
    for (const client of Object.values(clients)) client.close();
    await daemon?.stop();
    await post?.stop();
    home?.remove();
    await closing;
  });

  test('read, starred and unread marks reach the server', async () => {
    await open('The ledger of March');
    await server('The ledger of March', 'INBOX', ['\\Seen']);
    await page.keyboard.press('s');
    await server('The ledger of March', 'INBOX', ['\\Flagged', '\\Seen']);
    await page.keyboard.press('Shift+U');
    await server('The ledger of March', 'INBOX', ['\\Flagged']);
  });

  test('archived and trashed mail is in those folders on the server, and undo returns it', async () => {
    for (const [key, folder] of [
      ['e', 'Archive'],
      ['#', 'Trash'],
    ] as const) {
      await open('A parcel for you');
      await page.keyboard.press(key);
      await server('A parcel for you', folder);
      await page.keyboard.press('z');
      await server('A parcel for you', 'INBOX');
    }
  });

  test('spam, labels, folders and snoozed mail are folders of the server', async () => {
    await open('Cheap lamps');
    await page.keyboard.press('!');
    await server('Cheap lamps', 'Junk');
    await open('The lamp room');
    await page.keyboard.press('v');
    await page.getByRole('combobox', { name: 'Move to' }).fill('Lamps');
    await page.getByRole('option', { name: /Lamps/ }).click();
    await server('The lamp room', 'Lamps');
    await page.keyboard.press('z');
    await server('The lamp room', 'INBOX');
    await open('The lamp room');
    await page.keyboard.press('b');
    await page.getByRole('option', { name: /Tomorrow/ }).click();
    await server('The lamp room', 'Snoozed');
  });

  test('a send waits as long as the settings state', async () => {
    await daemon.ask('settings.change', { key: 'send.undo_seconds', value: 600 });
    await open('A parcel for you');
    await page.keyboard.press('r');
    await write('Soon.');
    await page.keyboard.press('Control+Enter');
    await toast(/^Sending in/)
      .getByRole('button', { name: 'Undo' })
      .press('Enter');
    await write(' Tomorrow.');
    await page.keyboard.press('Escape');
    // Until it is saved and closed, a key is its text.
    await page.getByRole('textbox', { name: 'Message text' }).waitFor({ state: 'detached' });
    await daemon.ask('settings.change', { key: 'send.undo_seconds', value: 0 });
    await server('Re: A parcel for you', 'Drafts');
  });

  test('an answer to all arrives in the same conversation, and the message counts as answered', async () => {
    await open('Coal for winter');
    await page.keyboard.press('a');
    await write('Yes, ten sacks.');
    await page.keyboard.press('Control+Enter');
    const arrived = await arrivedAt('bob', 'Re: Coal for winter');
    assert.match(arrived, /^In-Reply-To: <coal-for-winter@example\.test>\r$/im);
    assert.match(arrived, /^Cc: carol@example\.test\r$/im);
    await arrivedAt('carol', 'Re: Coal for winter');
    await server('Re: Coal for winter', 'Sent', ['\\Seen']);
    await until(
      'the message is marked as answered',
      async () => (await flags('alice', 'INBOX', 'Coal for winter'))?.includes('\\Answered') ?? false,
    );
  });

  test('a forwarded message includes its files', async () => {
    await open('Plans of the roof');
    await page.keyboard.press('f');
    await page.getByRole('combobox', { name: 'To', exact: true }).and(page.locator(':focus')).waitFor();
    await page.keyboard.type('bob@example.test,');
    await page.keyboard.press('Control+Enter');
    await page.getByRole('region', { name: /^Message: / }).waitFor({ state: 'detached' });
    const arrived = await arrivedAt('bob', 'Fwd: Plans of the roof');
    assert.match(arrived, /filename="?roof\.txt/);
  });

  test('a draft is on the server while it is written; a scheduled send waits', async () => {
    await page.keyboard.press('c');
    await page.getByRole('combobox', { name: 'To', exact: true }).and(page.locator(':focus')).waitFor();
    await page.keyboard.type('bob@example.test,');
    await page.keyboard.press('Tab');
    await page.keyboard.type('Lanterns for May');
    await page.keyboard.press('Tab');
    await page.keyboard.type('Six of them.');
    await page.keyboard.press('Escape');
    // Until it is saved and closed, a key is its text.
    await page.getByRole('textbox', { name: 'Message text' }).waitFor({ state: 'detached' });
    await server('Lanterns for May', 'Drafts', ['\\Draft', '\\Seen']);
    await chord('g', 'd');
    await page
      .getByRole('link', { name: /Lanterns for May/ })
      .or(page.getByRole('button', { name: /Lanterns for May/ }))
      .first()
      .click();
    await page.getByRole('textbox', { name: 'Message text' }).click();
    await page.keyboard.press('Control+Shift+Enter');
    await page
      .getByRole('option', { name: /Tomorrow/ })
      .first()
      .click();
    await page.getByRole('region', { name: /^Message: / }).waitFor({ state: 'detached' });
    await chord('g', 'o');
    await page.locator('main').getByText('Lanterns for May').first().waitFor();
    assert.equal(await flags('bob', 'INBOX', 'Lanterns for May'), undefined);
    await chord('g', 'i');
  });

  test('an invitation is answered to its organizer, and unsubscribing from a list sends it a message', async () => {
    await open('Supper at the mill');
    await page.getByRole('group', { name: 'Your reply' }).getByRole('button', { name: 'Accept' }).click();
    assert.match(await arrivedAt('bob', 'Accepted: Supper'), /METHOD:REPLY[^]*PARTSTAT=(?:3D)?ACCEPTED/);
    await open('News of the guild');
    await page.getByRole('button', { name: /^Unsubscribe from/ }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Unsubscribe', exact: true }).click();
    await arrivedAt('bob', 'leave');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
  });

  test('a search finds mail in any folder', async () => {
    await page.keyboard.press('/');
    await page.keyboard.type('"Buy them" in:anywhere');
    await page.keyboard.press('Enter');
    await listRows(page).filter({ hasText: 'Cheap lamps' }).first().waitFor();
    assert.deepEqual(watched.pageErrors, []);
  });

  const toast = (words: RegExp) => page.locator('[role=region] li').filter({ hasText: words });

  async function open(about: string): Promise<void> {
    const inbox = page.locator('main section[aria-label="Conversations in Inbox"]');
    if (!(await inbox.isVisible()))
      await page
        .getByRole('navigation')
        .getByRole('link', { name: /^Inbox/ })
        .first()
        .click();
    await inbox.getByRole('link').filter({ hasText: about }).click();
    await threadSubject(page).filter({ hasText: about }).waitFor();
    await page
      .getByRole('toolbar')
      .getByRole('button', { name: 'Archive', exact: true })
      .and(page.locator(':enabled'))
      .waitFor();
  }

  /** Two keys in immediate succession, however long the page takes for the first. */
  async function chord(first: string, second: string): Promise<void> {
    await Promise.all([page.keyboard.press(first), page.keyboard.press(second)]);
  }

  async function write(text: string): Promise<void> {
    await page.getByRole('textbox', { name: 'Message text' }).and(page.locator(':focus')).waitFor();
    await page.keyboard.type(text);
  }

  /** Waits until Alice's server has it in only this folder, and with these flags if given. */
  async function server(about: string, folder: string, wanted?: readonly string[]): Promise<void> {
    const folders = ['INBOX', 'Archive', 'Trash', 'Junk', 'Sent', 'Drafts', 'Lamps', 'Snoozed'];
    await until(`“${about}” is in ${folder} with ${wanted?.join(' ') ?? 'whatever flags'}`, async () => {
      for (const each of folders) {
        const own = await flags('alice', each, about);
        if ((own !== undefined) !== (each === folder)) return false;
        if (own && wanted && own.filter((flag) => flag !== '\\Recent').join() !== wanted.join()) return false;
      }
      return true;
    });
  }

  /** The message with this subject; undefined if the folder does not have it, or does not exist. */
  async function flags(who: string, folder: string, about: string): Promise<string[] | undefined> {
    return (await found(who, folder, about))?.flags;
  }

  async function arrivedAt(who: string, about: string): Promise<string> {
    let source: string | undefined;
    await until(`“${about}” has come to ${who}`, async () => {
      source = (await found(who, 'INBOX', about))?.source;
      return source !== undefined;
    });
    return source ?? '';
  }

  async function found(who: string, folder: string, about: string) {
    const client = clients[who];
    assert.ok(client);
    const opened = await client.mailboxOpen(folder, { readOnly: true }).catch(() => undefined);
    if (!opened || opened.exists === 0) return undefined;
    for await (const { envelope, flags: own, source } of client.fetch('1:*', {
      envelope: true,
      flags: true,
      source: true,
    })) {
      const is =
        folder === 'INBOX' && who !== 'alice' ? envelope?.subject?.includes(about) : envelope?.subject === about;
      if (is) return { flags: [...(own ?? [])].toSorted(), source: source?.toString() ?? '' };
    }
    return undefined;
  }
}

function buildMessage(about: string, lines: readonly string[], headers: Record<string, string> = {}): Uint8Array {
  const id = about.toLowerCase().replaceAll(' ', '-');
  const head = {
    From: 'Bob <bob@example.test>',
    To: 'alice@example.test',
    Subject: about,
    Date: new Date().toUTCString(),
    'Message-ID': `<${id}@example.test>`,
    ...headers,
  };
  const written = Object.entries(head).map(([name, value]) => `${name}: ${value}`);
  return Buffer.from([...written, '', ...lines, ''].join('\r\n'));
}
