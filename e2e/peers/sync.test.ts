import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { ImapFlow } from 'imapflow';
import { corpusMail, corpusMissing } from '../corpus.ts';
import { makeHome, startDaemon, type DaemonProcess, type Home } from '../daemon-process.ts';
import { dovecotMissing, startDovecot, type Dovecot } from '../../testing/servers/dovecot.ts';
import { auditStore } from './support/store-audit.ts';
import { dovecotAccount, untilSynced } from './support/dovecot-account.ts';
import { buildMessage } from './support/test-messages.ts';
import { hashOf, openSecondClient, serverFolders, toCrLf, type ServerFolder } from './support/second-client.ts';

/** The sets of the corpus in each folder. */
const folderOfSet: Record<string, string> = {
  'enron-skilling': 'Archive',
  'list-btrfs': 'Lists/btrfs',
  'list-openbmc': 'Lists/openbmc',
  'list-usrp-users': 'Lists/usrp users',
  phishing_pot: 'Junk',
  'spamassassin-easy-ham': 'INBOX',
  'spamassassin-hard-ham': 'INBOX',
  'spamassassin-spam': 'Junk',
};

type Seed = { folder: string; bytes: Buffer; flags: string };

/** All of the corpus, partly read and starred; 50 of it again in a second folder, 10 ids again, 10 without. */
function corpusSeeds(corpus: Map<string, Buffer[]>): Seed[] {
  const marks = ['S', '', 'FS', '', 'F', 'RS', ''];
  const originals = [...corpus].flatMap(([set, mail]) =>
    mail.map((bytes, n) => ({ folder: folderOfSet[set] ?? 'Other', bytes, flags: marks[n % marks.length] ?? '' })),
  );
  const copies = originals.filter((_, n) => n % 50 === 3).slice(0, 50);
  const ids = originals
    .filter(({ folder }) => folder === 'INBOX')
    .flatMap(({ bytes }) => /^message-id:\s*<([^>\s]+)>/im.exec(bytes.toString('latin1'))?.[1] ?? []);
  const made = ten.flatMap((n) => [
    buildMessage({ id: ids[n * 40] ?? '', subject: `An id used again ${n}`, text: `Other words ${n}.` }),
    buildMessage({ subject: `No id ${n >> 1}`, text: `A letter without an id, number ${n}.` }),
  ]);
  return [
    // In front, so that the mail whose ids they use is ingested before them: newest first.
    ...made.map((bytes) => ({ folder: 'INBOX', bytes, flags: '' })),
    ...originals,
    ...copies.map((seed) => ({ ...seed, folder: 'Copies' })),
  ];
}

const ten = Array.from({ length: 10 }, (_, number) => number);

const missing = dovecotMissing() ?? corpusMissing();
if (missing) test('a mailbox of real mail in Dovecot', { skip: missing });
else describe('a mailbox of real mail in Dovecot', suite);

function suite(): void {
  let dovecot: Dovecot;
  let seeds: Seed[];
  let home: Home;
  let daemon: DaemonProcess | undefined;
  let client: ImapFlow;
  let server: ServerFolder[];

  before(async () => {
    seeds = corpusSeeds(corpusMail());
    dovecot = await startDovecot();
    const [user] = dovecot.users;
    assert.ok(user);
    for (const [folder, messages] of Map.groupBy(seeds, (seed) => seed.folder))
      dovecot.seed(user.user, folder, messages);
    client = await openSecondClient(dovecot, user);
    server = await serverFolders(client);
    home = makeHome([dovecotAccount(dovecot, user)]);
  });
  after(async () => {
    await daemon?.kill();
    client?.close();
    await dovecot?.stop();
    home?.remove();
  });

  test('the server contains the corpus and the added mail', () => {
    assert.equal(seeds.length, 2522 + 50 + 10 + 10);
    const onServer = server.flatMap(({ path, messages }) => messages.map(({ hash }) => `${path} ${hash}`));
    assert.deepEqual(
      onServer.toSorted(),
      seeds.map(({ folder, bytes }) => `${folder} ${hashOf(toCrLf(bytes))}`).toSorted(),
    );
  });

  test("all of it is synced, and every folder has the server's counts", async (t) => {
    const began = new Date();
    daemon = await startDaemon(home, dovecot);
    await untilSynced(daemon, began);
    t.diagnostic(`${seeds.length} messages synced and indexed in ${Date.now() - began.getTime()} ms`);
    assert.deepEqual(
      await folderCounts(daemon),
      Object.fromEntries(server.map(({ path, total, unseen }) => [nameOf(path), { total, unread: unseen }])),
    );
    const { total_messages } = await daemon.ask('admin.status', {});
    assert.equal(total_messages, 2522 + 10 + 10);
  });

  test('messages with the same Message-ID, or without one, stay separate', async () => {
    assert.ok(daemon);
    const { mailbox } = await daemon.ask('mailbox.list', { view: 'messages', limit: 1000 });
    const subjects = mailbox.groups.flatMap(({ rows }) => rows.map(({ subject }) => subject));
    assert.deepEqual(
      subjects.filter((subject) => subject.startsWith('An id used again')).toSorted(),
      ten.map((n) => `An id used again ${n}`),
    );
    assert.deepEqual(
      subjects.filter((subject) => subject.startsWith('No id')).toSorted(),
      ten.map((n) => `No id ${n >> 1}`),
    );
  });

  test('the account reports that it is synced', async () => {
    assert.ok(daemon);
    const { accounts } = await daemon.ask('accounts.list', {});
    assert.deepEqual(
      accounts.map(({ health }) => health),
      [{ state: 'synced', message: 'Synced.' }],
    );
    const status = await daemon.ask('sync.status', {});
    assert.ok(status.kind === 'SyncStatuses');
    assert.deepEqual(
      status.sync_statuses.map(({ healthy, sync_in_progress, last_error, progress }) => ({
        healthy,
        sync_in_progress,
        last_error,
        progress,
      })),
      [{ healthy: true, sync_in_progress: false, last_error: null, progress: null }],
    );
  });

  test('store and index agree with the server and with themselves, byte for byte', async () => {
    assert.ok(daemon);
    await daemon.stop();
    assert.deepEqual(auditStore(home.dataDir, server), []);
  });
}

/** The messages that each folder of the sidebar lists, and how many of them are unread, by its name. */
async function folderCounts({ ask }: DaemonProcess): Promise<Record<string, { total: number; unread: number }>> {
  const { sidebar } = await ask('client.shell', {});
  const folders = sidebar.sections
    .flatMap(({ items }) => items)
    .filter(({ role, lens }) => lens.kind === 'inbox' || (lens.kind === 'label' && role !== 'starred'));
  const counts: Record<string, { total: number; unread: number }> = {};
  for (const { label, lens } of folders) {
    const lens_kind = lens.kind === 'inbox' ? 'inbox' : 'label';
    const { mailbox } = await ask('mailbox.list', {
      lens_kind,
      label_id: lens.labelId ?? undefined,
      view: 'messages',
      limit: 1,
    });
    counts[label] = mailbox.counts;
  }
  return counts;
}

/** The name of a folder in the sidebar: its last part, and the usual names of system folders. */
function nameOf(path: string): string {
  const usual: Record<string, string> = { INBOX: 'Inbox', Junk: 'Spam' };
  return usual[path] ?? path.split('/').at(-1) ?? path;
}
