import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { ImapFlow } from 'imapflow';
import { until } from '../../daemon/test-until.ts';
import { makeHome, startDaemon, type DaemonProcess, type Home } from '../daemon-process.ts';
import { dovecotMissing, startDovecot, type Dovecot, type MailUser } from '../../testing/servers/dovecot.ts';
import { startProxy, type Proxy } from '../../testing/servers/proxy.ts';
import { auditStore } from './support/store-audit.ts';
import { dovecotAccount, untilSynced } from './support/dovecot-account.ts';
import { openEventStream, type EventStream } from './support/event-stream.ts';
import { buildMessage, randomMessages } from './support/test-messages.ts';
import { deliverOverLmtp } from './support/lmtp.ts';
import { openSecondClient, serverFolders } from './support/second-client.ts';

/** No sync begins by itself during a test: changes are announced because the server reports them during IDLE. */
const config = '[general]\nsync_interval = 86400\n';

const missing = dovecotMissing();
if (missing) test('a mailbox in Dovecot that changes', { skip: missing });
else describe('a mailbox in Dovecot that changes', suite);

function suite(): void {
  let dovecot: Dovecot;
  let user: MailUser;
  let proxy: Proxy;
  let home: Home;
  let daemon: DaemonProcess;
  let line: EventStream;
  let client: ImapFlow;

  before(async () => {
    dovecot = await startDovecot();
    user = dovecot.users[0] as MailUser;
    dovecot.seed(user.user, 'INBOX', randomMessages({ count: 400, seed: 11 }));
    dovecot.seed(user.user, 'Project', randomMessages({ count: 100, seed: 12 }));
    client = await openSecondClient(dovecot, user);
    proxy = await startProxy(dovecot.imapPort);
    proxy.pause();
    home = makeHome([{ ...dovecotAccount(dovecot, user), port: proxy.port }], { config });
    daemon = await startDaemon(home, dovecot);
    line = await openEventStream(daemon);
  });
  after(async () => {
    line?.close();
    await daemon?.kill();
    client?.close();
    await proxy?.stop();
    await dovecot?.stop();
    home?.remove();
  });

  test('the account reports that it syncs during a pass', async () => {
    const sync = async () => {
      const status = await daemon.ask('sync.status', {});
      assert.ok(status.sync);
      return status.sync;
    };
    await until('the first sync is under way', async () => (await sync()).sync_in_progress);
    const { accounts } = await daemon.ask('accounts.list', {});
    const { shell } = await daemon.ask('client.shell', {});
    assert.equal(accounts[0]?.health.state, 'syncing');
    assert.equal(shell.syncLabel, 'Syncing');
    assert.equal((await sync()).last_success_at, null);
    proxy.resume();
  });

  test('two requests for a sync during a pass share one pass, and are answered before it ends', async () => {
    // The pass of the start, and the pass that follows when the connection to the server is open.
    await line.next(
      'SyncFinished',
      (event) => line.received.filter((other) => other.event === 'SyncFinished').indexOf(event) === 1,
    );
    // Dovecot caches the list of folders: only a folder that a client makes is visible to all at once.
    await client.mailboxCreate('Later');
    dovecot.seed(user.user, 'Later', randomMessages({ count: 500, seed: 13 }));
    line.clear();
    // No pass ends before both are answered.
    proxy.pause();
    const answers = [await daemon.ask('sync.start', {}), await daemon.ask('sync.start', {})];
    const answered = new Date().toISOString();
    proxy.resume();
    const { ts: finished, messages_synced } = await line.next('SyncFinished');
    assert.deepEqual(answers, [{ ok: true }, { ok: true }]);
    assert.ok(answered < finished, 'the pass was still running when the second request was answered');
    assert.equal(messages_synced, 500);
    const status = await daemon.ask('sync.status', {});
    const last_attempt_at = status.sync?.last_attempt_at ?? '';
    assert.ok(last_attempt_at < answered, 'the second request started no further pass');
    const passes = line.received
      .map(({ event }) => event)
      .filter((event) => event === 'SyncStarted' || event === 'SyncFinished');
    assert.deepEqual(passes, ['SyncStarted', 'SyncFinished']);
  });

  test('a delivery is announced, listed and found because the server reports it', async () => {
    line.clear();
    const bytes = buildMessage({
      id: 'fresh.1@people.example',
      subject: 'Kestrel report',
      text: 'The kestrel nests again.',
      sentAt: Date.now() / 1000,
    });
    await deliverOverLmtp(dovecot.lmtpPort, { to: user.user, bytes });
    const { envelopes, total } = await line.next('NewMessages');
    assert.deepEqual([total, envelopes.map(({ subject }) => subject)], [1, ['Kestrel report']]);
    const { mailbox } = await daemon.ask('mailbox.list', { limit: 1 });
    const [row] = mailbox.groups.flatMap(({ rows }) => rows);
    assert.deepEqual([row?.subject, row?.unread], ['Kestrel report', true]);
    const found = await daemon.ask('search.find', { q: 'kestrel', scope: 'messages' });
    assert.deepEqual(
      found.groups.flatMap(({ rows }) => rows.map(({ id }) => id)),
      envelopes.map(({ id }) => id),
    );
  });

  test('flags that another client sets in the inbox show because the server reports them', async () => {
    const id = await idOf(daemon, 'Kestrel report');
    await client.mailboxOpen('INBOX');
    line.clear();
    await client.messageFlagsAdd({ header: { subject: 'Kestrel report' } }, ['\\Seen', '\\Flagged']);
    await line.next('MailUpdated', ({ message_ids }) => message_ids.includes(id));
    assert.deepEqual(await flagsOf(daemon, id), { unread: false, starred: true });
    line.clear();
    await client.messageFlagsRemove({ header: { subject: 'Kestrel report' } }, ['\\Seen']);
    await line.next('MailUpdated', ({ message_ids }) => message_ids.includes(id));
    assert.deepEqual(await flagsOf(daemon, id), { unread: true, starred: true });
  });

  test('a flag that another client sets in any folder shows with the next sync', async () => {
    await client.mailboxOpen('Project');
    line.clear();
    await client.messageFlagsAdd('1:3', ['\\Flagged']);
    await daemon.ask('sync.start', {});
    const { message_ids, total } = await line.next('MailUpdated');
    assert.equal(total, 3);
    for (const id of message_ids) assert.deepEqual(await flagsOf(daemon, id), { unread: true, starred: true });
  });

  test('a message that another client deletes is removed because the server reports it', async () => {
    const id = await idOf(daemon, 'Kestrel report');
    await client.mailboxOpen('INBOX');
    line.clear();
    await client.messageDelete({ header: { subject: 'Kestrel report' } });
    const { message_ids } = await line.next('MailRemoved');
    assert.deepEqual(message_ids, [id]);
    const { groups } = await daemon.ask('search.find', { q: 'kestrel' });
    assert.deepEqual(groups, []);
    await assert.rejects(daemon.ask('messages.headers', { message_id: id }), /404/);
  });

  test('at the end, store and index agree with the server and with themselves', async () => {
    const requestedAt = new Date();
    await daemon.ask('sync.start', {});
    await untilSynced(daemon, requestedAt);
    const server = await serverFolders(client);
    await daemon.stop();
    assert.deepEqual(auditStore(home.dataDir, server), []);
  });
}

async function idOf(daemon: DaemonProcess, subject: string): Promise<string> {
  const { mailbox } = await daemon.ask('mailbox.list', { view: 'messages', limit: 10 });
  const row = mailbox.groups.flatMap(({ rows }) => rows).find((each) => each.subject === subject);
  assert.ok(row, `the inbox lists ${subject}`);
  return row.id;
}

async function flagsOf(daemon: DaemonProcess, id: string): Promise<{ unread: boolean; starred: boolean }> {
  const { mailbox } = await daemon.ask('mailbox.list', { lens_kind: 'all_mail', view: 'messages', limit: 1000 });
  const row = mailbox.groups.flatMap(({ rows }) => rows).find((each) => each.id === id);
  assert.ok(row, 'the message is listed');
  return { unread: row.unread, starred: row.starred };
}
