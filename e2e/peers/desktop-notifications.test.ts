import assert from 'node:assert/strict';
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { until } from '../../daemon/test-until.ts';
import { makeHome, startDaemon, type DaemonProcess, type Home } from '../daemon-process.ts';
import { dovecotMissing, startDovecot, type Dovecot, type MailUser } from '../../testing/servers/dovecot.ts';
import {
  notificationServerMissing,
  startNotificationServer,
  type NotificationServer,
} from '../../testing/servers/notification-server.ts';
import { dovecotAccount, untilSynced } from './support/dovecot-account.ts';
import { buildMessage } from './support/test-messages.ts';
import { deliverOverLmtp } from './support/lmtp.ts';

const missing = dovecotMissing() ?? notificationServerMissing();
if (missing) test('notifications of a daemon without a window', { skip: missing });
else describe('notifications of a daemon without a window', suite);

function suite(): void {
  let dovecot: Dovecot;
  let user: MailUser;
  let home: Home;
  let server: NotificationServer;
  let daemon: DaemonProcess;
  let programs: string;
  const opened = () => join(programs, 'opened');

  before(async () => {
    const since = new Date();
    [dovecot, server] = await Promise.all([startDovecot(), startNotificationServer()]);
    user = dovecot.users[0] as MailUser;
    home = makeHome([dovecotAccount(dovecot, user)]);
    // A program that records the address takes the place of a browser.
    programs = mkdtempSync(join(tmpdir(), 'posthorn-programs-'));
    writeFileSync(join(programs, 'xdg-open'), `#!/bin/sh\nprintf %s "$1" > ${opened()}\n`);
    chmodSync(join(programs, 'xdg-open'), 0o755);
    const env = { PATH: `${programs}:${process.env['PATH']}`, DBUS_SESSION_BUS_ADDRESS: server.address };
    daemon = await startDaemon(home, { caFile: dovecot.caFile, env });
    await untilSynced(daemon, since);
  });
  after(async () => {
    await daemon?.kill();
    await Promise.all([server?.stop(), dovecot?.stop()]);
    home?.remove();
    if (programs) rmSync(programs, { recursive: true, force: true });
  });

  let delivered = 0;
  /** Delivers a message and waits for its notification. */
  async function receive(subject: string, { from = 'Ann <ann@people.example>', inReplyTo = '' } = {}) {
    const id = `notice-${++delivered}@people.example`;
    const bytes = buildMessage({ id, from, subject, text: 'At seven?', ...(inReplyTo && { inReplyTo }) });
    const before = server.shown.length;
    await deliverOverLmtp(dovecot.lmtpPort, { to: user.email, bytes });
    await server.until(`"${subject}" is shown`, () => server.shown.length > before);
    return server.shown[before]!;
  }

  async function inboxSubjects(): Promise<string[]> {
    const { mailbox } = await daemon.ask('mailbox.list', { lens_kind: 'inbox' });
    return mailbox.groups.flatMap(({ rows }) => rows.map(({ subject }) => subject));
  }

  test('new mail is shown with its actions, and pressing "archive" archives it', async () => {
    const { id, ...seen } = await receive('Dinner on Friday');
    assert.deepEqual(seen, {
      app: 'Posthorn',
      title: 'Ann',
      body: 'Dinner on Friday\nAt seven?',
      actions: { default: 'Open', archive: 'Archive', mark_read: 'Mark as read', reply: 'Reply' },
    });
    assert.deepEqual(await inboxSubjects(), ['Dinner on Friday']);
    server.press(id, 'archive');
    await until('the inbox is empty', async () => (await inboxSubjects()).length === 0);
  });

  test('text that looks like an option or like markup is shown as it was written', async () => {
    const { title, body } = await receive('--help <b>bold</b> & <i C:\\new', {
      from: '"-t <u>Bob</u>" <bob@people.example>',
    });
    assert.deepEqual([title, body], ['-t <u>Bob</u>', '--help <b>bold</b> & <i C:\\new\nAt seven?']);
  });

  test('an answer in the same conversation replaces its notification', async () => {
    const before = server.shown.at(-1)!;
    const { id, title, body } = await receive('Re: help', { inReplyTo: `notice-${delivered}@people.example` });
    assert.deepEqual([id, title, body], [before.id, 'Ann and -t <u>Bob</u>', 'Re: help\n2 new messages']);
  });

  test('a click opens the conversation in the browser', async () => {
    const { id } = server.shown.at(-1)!;
    server.press(id, 'default');
    // The file exists before the program that opens the page has written to it.
    await until('the page is opened', async () => existsSync(opened()) && readFileSync(opened(), 'utf8') !== '');
    assert.match(
      readFileSync(opened(), 'utf8'),
      new RegExp(`^http://127.0.0.1:${daemon.port}/inbox/m/[-0-9a-f]{36}#key=[-\\w]+$`),
    );
    await daemon.ask('mutations.read', { query: 'is:unread', read: true });
    await server.until('it is taken away', () => server.closed.includes(id));
  });

  test('the notification of mail that is read elsewhere is removed, and without content nothing of the mail is shown', async () => {
    await daemon.ask('settings.change', { key: 'notifications.show_content', value: false });
    const { id, title, body, actions } = await receive('Secret plans');
    assert.deepEqual({ title, body, actions }, { title: 'New mail', body: 'Test', actions: { default: 'Open' } });
    await daemon.ask('mutations.read', { query: 'subject:secret', read: true });
    await server.until('it is taken away', () => server.closed.includes(id));
  });

  test('a daemon that stops removes its notifications from the desktop', async () => {
    await daemon.ask('settings.change', { key: 'notifications.show_content', value: true });
    const { id } = await receive('The last one');
    await daemon.stop();
    await server.until('it is taken away', () => server.closed.includes(id));
  });
}
