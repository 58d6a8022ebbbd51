import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { ImapFlow } from 'imapflow';
import { makeHome, startDaemon, type DaemonProcess, type Home } from '../daemon-process.ts';
import { dovecotMissing, startDovecot, type Dovecot, type MailUser } from '../../testing/servers/dovecot.ts';
import { auditStore } from './support/store-audit.ts';
import { dovecotAccount } from './support/dovecot-account.ts';
import { openEventStream, type EventStream } from './support/event-stream.ts';
import { randomMessages } from './support/test-messages.ts';
import { openSecondClient, serverFolders } from './support/second-client.ts';
import { untilSettled } from './support/until-settled.ts';

const missing = dovecotMissing();
if (missing) test('labels in Dovecot', { skip: missing });
else describe('labels in Dovecot', suite);

function suite(): void {
  let dovecot: Dovecot;
  let user: MailUser;
  let home: Home;
  let daemon: DaemonProcess;
  let line: EventStream;
  let client: ImapFlow;

  before(async () => {
    dovecot = await startDovecot();
    user = dovecot.users[0] as MailUser;
    client = await openSecondClient(dovecot, user);
    for (const path of ['Work', 'Work/Trips', 'Work/Trips/Oslo']) {
      await client.mailboxCreate(path);
      dovecot.seed(user.user, path, randomMessages({ count: 20, seed: path.length }));
    }
    home = makeHome([dovecotAccount(dovecot, user)]);
    daemon = await startDaemon(home, dovecot);
    line = await openEventStream(daemon);
    await untilSettled(daemon);
  });
  after(async () => {
    line?.close();
    await daemon?.kill();
    client?.close();
    await dovecot?.stop();
    home?.remove();
  });

  test('labels are created, nested too, and another client finds them', async () => {
    await done((await daemon.ask('labels.create', { name: 'Travel' })).mutation_id);
    await done((await daemon.ask('labels.create', { name: 'Clients/Büro & Söhne' })).mutation_id);
    assert.deepEqual(await foldersOfClient(), [
      'Clients/Büro & Söhne: 0',
      'Travel: 0',
      'Work/Trips/Oslo: 20',
      'Work/Trips: 20',
      'Work: 20',
    ]);
    await untilSettled(daemon);
    assert.deepEqual(await labels(), await foldersOfClient());
  });

  test('renaming a label also renames its children, fetches no mail again, and undo reverts it', async () => {
    const { mutation_id } = await daemon.ask('labels.rename', { from: 'Work', to: 'Clients/Job' });
    await done(mutation_id);
    assert.equal(await untilSettled(daemon), 0);
    assert.deepEqual((await labels()).slice(1, 4), [
      'Clients/Job/Trips/Oslo: 20',
      'Clients/Job/Trips: 20',
      'Clients/Job: 20',
    ]);
    assert.deepEqual(await labels(), await foldersOfClient());
    await done(await undo(mutation_id));
    assert.equal(await untilSettled(daemon), 0);
    assert.deepEqual((await labels()).slice(-3), ['Work/Trips/Oslo: 20', 'Work/Trips: 20', 'Work: 20']);
  });

  test('a label with mail and child labels is deleted, and undo restores it with the mail', async () => {
    const { mutation_id, messages, archived } = await daemon.ask('labels.remove', { name: 'Work/Trips' });
    assert.deepEqual([messages, archived], [20, 20]);
    await done(mutation_id);
    await untilSettled(daemon);
    const left = ['Work/Trips/Oslo: 20', 'Work: 20'];
    assert.deepEqual((await labels()).slice(-2), left);
    assert.deepEqual((await foldersOfClient()).slice(-2), left);
    await client.mailboxOpen('Archive');
    assert.equal(client.mailbox && client.mailbox.exists, 20);
    await done(await undo(mutation_id));
    await untilSettled(daemon);
    assert.deepEqual((await labels()).slice(-3), ['Work/Trips/Oslo: 20', 'Work/Trips: 20', 'Work: 20']);
    assert.deepEqual(await labels(), await foldersOfClient());
  });

  test('two clients that create and delete the same folder do not conflict', async () => {
    await client.mailboxCreate('Shared');
    await done((await daemon.ask('labels.create', { name: 'Shared' })).mutation_id);
    await untilSettled(daemon);
    assert.ok((await labels()).includes('Shared: 0'));
    await client.mailboxDelete('Shared');
    await done((await daemon.ask('labels.remove', { name: 'Shared' })).mutation_id);
    await untilSettled(daemon);
    assert.deepEqual(await labels(), await foldersOfClient());
  });

  test('at the end, store and index agree with the server and with themselves', async () => {
    await untilSettled(daemon);
    const server = await serverFolders(client);
    await daemon.stop();
    assert.deepEqual(auditStore(home.dataDir, server), []);
  });

  async function done(mutation_id: string | null): Promise<void> {
    const { ok } = await line.next('MutationCompleted', (event) => event.mutation_id === mutation_id);
    assert.ok(ok, 'the server executed all of it');
  }

  async function undo(mutation_id: string | null): Promise<string | null> {
    const { result } = await daemon.ask('mutations.undo', { mutation_id: mutation_id ?? '' });
    return result.mutation_id;
  }

  async function labels(): Promise<string[]> {
    const { labels: all } = await daemon.ask('labels.list', {});
    return all
      .filter(({ kind }) => kind !== 'System')
      .map(({ full_name, total_count }) => `${full_name}: ${total_count}`)
      .toSorted();
  }

  async function foldersOfClient(): Promise<string[]> {
    const listed = await client.list({ statusQuery: { messages: true } });
    return listed
      .filter(({ path, specialUse, status }) => path !== 'INBOX' && !specialUse && status?.messages !== undefined)
      .map(({ path, status }) => `${path}: ${status?.messages}`)
      .toSorted();
  }
}
