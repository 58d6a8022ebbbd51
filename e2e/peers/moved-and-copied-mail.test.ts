import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { ImapFlow } from 'imapflow';
import { sql } from '../../daemon/store/db.ts';
import { openReader, storeFiles } from '../../daemon/store/open.ts';
import { makeHome, startDaemon, type DaemonProcess, type Home } from '../daemon-process.ts';
import { dovecotMissing, startDovecot, type Dovecot, type MailUser } from '../../testing/servers/dovecot.ts';
import { startProxy, type Proxy } from '../../testing/servers/proxy.ts';
import { renumberMaildirFolder } from '../../testing/servers/maildir-renumber.ts';
import { auditStore } from './support/store-audit.ts';
import { dovecotAccount } from './support/dovecot-account.ts';
import { openEventStream, type EventStream } from './support/event-stream.ts';
import { buildMessage } from './support/test-messages.ts';
import { openSecondClient, serverFolders } from './support/second-client.ts';
import { untilSettled } from './support/until-settled.ts';

const missing = dovecotMissing();
if (missing) test('stored mail that appears in another folder', { skip: missing });
else describe('stored mail that appears in another folder', suite);

/** Large enough that a repeated fetch shows in the bytes from the server. */
const messageBytes = 20_000;
const countWithoutId = 5;

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
    dovecot.seed(user.user, 'INBOX', messagesFor('inbox', 120));
    dovecot.seed(user.user, 'Archive', [...messagesFor('archive', 40), ...messagesFor(undefined, countWithoutId)]);
    dovecot.seed(user.user, 'Lists/birds', messagesFor('birds', 30));
    dovecot.seed(user.user, 'Lists/bees', messagesFor('bees', 30));
    client = await openSecondClient(dovecot, user);
    proxy = await startProxy(dovecot.imapPort);
    home = makeHome([{ ...dovecotAccount(dovecot, user), port: proxy.port }]);
    daemon = await startDaemon(home, dovecot);
    line = await openEventStream(daemon);
    await untilSettled(daemon);
  });
  after(async () => {
    line?.close();
    await daemon?.kill();
    client?.close();
    await proxy?.stop();
    await dovecot?.stop();
    home?.remove();
  });

  test('mail that another client moves out of the inbox is not fetched again and keeps its id', async () => {
    await client.mailboxOpen('INBOX');
    assert.deepEqual(await consequencesOf(() => client.messageMove('1:50', 'Archive')), noEffects);
  });

  test('nor is mail that returns to the inbox', async () => {
    await client.mailboxOpen('Archive');
    const back = () => client.messageMove('1:10,60:69', 'INBOX');
    assert.deepEqual(await consequencesOf(back), noEffects);
  });

  test('nor is mail that is copied into a new folder', async () => {
    await client.mailboxOpen('INBOX');
    const copy = async () => {
      await client.mailboxCreate('Kept');
      await client.messageCopy('1:30', 'Kept');
    };
    assert.deepEqual(await consequencesOf(copy), noEffects);
  });

  test('nor is the mail of a folder that another client renames, with all its child folders', async () => {
    await client.mailboxClose();
    assert.deepEqual(await consequencesOf(() => client.mailboxRename('Lists', 'Groups')), noEffects);
  });

  test('nor is mail of a folder that is deleted and created again with the same mail and times', async () => {
    await client.mailboxOpen('Groups/bees');
    const messages = await client.fetchAll('1:*', { source: true, internalDate: true });
    await client.mailboxClose();
    const remake = async () => {
      // A sync between the two would find the mail in no folder.
      proxy.pause();
      await client.mailboxDelete('Groups/bees');
      await client.mailboxCreate('Groups/bees');
      for (const { source, internalDate } of messages)
        if (source) await client.append('Groups/bees', source, [], internalDate);
      proxy.resume();
    };
    assert.deepEqual(await consequencesOf(remake), noEffects);
  });

  test('nor is the mail of a folder that the server renumbers, if it has a Message-ID', async () => {
    const before = await client.status('Archive', { uidValidity: true });
    const renumberArchive = async () => {
      renumberMaildirFolder(dovecot.home(user.user), 'Archive');
      // Dovecot notices it when a client opens the folder.
      const { uidValidity } = await client.mailboxOpen('Archive');
      assert.notEqual(uidValidity, before && before.uidValidity);
    };
    const { fetched, bytes: _, ...rest } = await consequencesOf(renumberArchive);
    assert.ok(fetched <= countWithoutId, `${fetched} messages were fetched`);
    const { fetched: __, bytes: ___, ...nothing } = noEffects;
    assert.deepEqual(rest, nothing);
  });

  test('at the end, store and index agree with the server and with themselves', async () => {
    await untilSettled(daemon);
    const server = await serverFolders(client);
    await daemon.stop();
    assert.deepEqual(auditStore(home.dataDir, server), []);
  });

  /** What the daemon did about a change by the end of a sync that began after it. */
  async function consequencesOf(change: () => unknown): Promise<SyncEffects> {
    const rowsBefore = rowsIn(home);
    const receivedBefore = proxy.received;
    line.clear();
    await change();
    const changed = Date.now();
    await untilSettled(daemon);
    const { seq } = await line.next('OperationCompleted', ({ operation_id }) => createdAtMs(operation_id) >= changed);
    await line.next('SyncFinished', (event) => event.seq > seq);
    const sum = (counts: number[]) => counts.reduce((total, count) => total + count, 0);
    return {
      fetched: sum(line.received.map((event) => (event.event === 'SyncFinished' ? event.messages_synced : 0))),
      announced: sum(line.received.map((event) => (event.event === 'NewMessages' ? event.total : 0))),
      removed: sum(line.received.map((event) => (event.event === 'MailRemoved' ? event.total : 0))),
      bytes: proxy.received - receivedBefore < 10 * messageBytes ? 'few' : 'many',
      rows: JSON.stringify(rowsIn(home)) === JSON.stringify(rowsBefore) ? 'the same' : 'others',
    };
  }
}

type SyncEffects = {
  fetched: number;
  /** Announced as new mail. */
  announced: number;
  removed: number;
  /** Received from the server. */
  bytes: 'few' | 'many';
  /** The id to which all local data of a message refers. */
  rows: 'the same' | 'others';
};

const noEffects: SyncEffects = { fetched: 0, announced: 0, removed: 0, bytes: 'few', rows: 'the same' };

function messagesFor(name: string | undefined, count: number): Buffer[] {
  return Array.from({ length: count }, (_, number) =>
    buildMessage({
      ...(name !== undefined && { id: `${name}.${number}@people.example` }),
      subject: `Of ${name ?? 'nothing'} ${number}`,
      text: 'Much is to be said.\r\n'.repeat(messageBytes / 21),
      sentAt: Date.parse('2026-04-01T08:00:00Z') / 1000 + number,
    }),
  );
}

function rowsIn({ dataDir }: Home): unknown[] {
  const db = openReader(storeFiles(dataDir));
  try {
    return db.all(sql`SELECT id, message_id, thread, position, stored_at FROM messages ORDER BY id`);
  } finally {
    db.close();
  }
}

/** A UUID of version 7 begins with the milliseconds of its creation (RFC 9562, section 5.7). */
function createdAtMs(id: string): number {
  return parseInt(id.replaceAll('-', '').slice(0, 12), 16);
}
