import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { openWritable, sql } from '../../daemon/store/db.ts';
import { storeFiles } from '../../daemon/store/open.ts';
import { makeHome, startDaemon, type DaemonProcess, type Home, type ImapAccount } from '../daemon-process.ts';
import { certificateMissing, makeCertificate } from '../../testing/servers/certificate.ts';
import { dovecotMissing, startDovecot, type MailUser } from '../../testing/servers/dovecot.ts';
import { gmailCapabilities, gmailMailbox } from '../../testing/servers/imap/gmail.ts';
import { startOddServer } from '../../testing/servers/imap/server.ts';
import { auditStore } from './support/store-audit.ts';
import { dovecotAccount } from './support/dovecot-account.ts';
import { openEventStream, type EventStream } from './support/event-stream.ts';
import { mailboxContents } from './support/mailbox-contents.ts';
import { buildMessage } from './support/test-messages.ts';
import { openSecondClient, serverFolders, type ServerFolder } from './support/second-client.ts';
import { untilSettled } from './support/until-settled.ts';

/** A server with two messages in its inbox, `Early` and `Late`. */
type Server = {
  account: ImapAccount;
  caFile: string;
  folders(): Promise<ServerFolder[]>;
  stop(): Promise<void>;
};

const early = buildMessage({ id: 'early@people.example', subject: 'Early', text: 'One.' });
const late = buildMessage({
  id: 'late@people.example',
  subject: 'Late',
  text: 'Two.',
  sentAt: Date.parse('2026-04-01') / 1000,
});

const servers: [name: string, missing: string | undefined, start: () => Promise<Server>, whereAway: string][] = [
  ['Dovecot', dovecotMissing(), onDovecot, 'Snoozed'],
  ['Gmail', certificateMissing(), onGmail, '[Gmail]/All Mail'],
];

for (const [name, missing, start, whereAway] of servers) {
  if (missing) test(`snoozed mail on ${name}`, { skip: missing });
  else describe(`snoozed mail on ${name}`, () => suite(start, whereAway));
}

function suite(start: () => Promise<Server>, whereAway: string): void {
  let server: Server;
  let home: Home;
  let daemon: DaemonProcess;
  let line: EventStream;
  let id = '';

  before(async () => {
    server = await start();
    home = makeHome([server.account]);
    daemon = await startDaemon(home, server);
    line = await openEventStream(daemon);
    await untilSettled(daemon);
  });
  after(async () => {
    line?.close();
    await daemon?.kill();
    await server?.stop();
    home?.remove();
  });

  test('it is out of the inbox on the server too, and stays away', async () => {
    id = (await inbox()).find(({ subject }) => subject === 'Early')?.id ?? '';
    const { result } = await daemon.ask('snooze.create', { message_ids: [id], until: 'tomorrow' });
    await line.next('MutationCompleted', ({ mutation_id }) => mutation_id === result.mutation_id);
    assert.deepEqual([await countAt('INBOX'), await countAt(whereAway)], [1, whereAway === 'Snoozed' ? 1 : 2]);
    await untilSettled(daemon);
    assert.deepEqual(await subjects(), ['Late']);
    const { snoozed } = await daemon.ask('snooze.list', {});
    assert.deepEqual(
      snoozed.map(({ message_id }) => message_id),
      [id],
    );
  });

  test('it becomes due while the daemon does not run: it returns to the top, here and on the server', async () => {
    line.close();
    await daemon.kill();
    const store = openWritable(storeFiles(home.dataDir).mail, { durability: 'normal' });
    store.run(sql`UPDATE snoozes SET wake_at = ${new Date().toISOString()}`);
    store.close();
    daemon = await startDaemon(home, server);
    line = await openEventStream(daemon);
    await untilSettled(daemon);
    await untilAwake();
    assert.deepEqual(await subjects(), ['Early', 'Late']);
    await untilSettled(daemon);
    assert.deepEqual(await subjects(), ['Early', 'Late']);
  });

  test('at the end, store and server agree', async () => {
    assert.equal(await countAt('INBOX'), 2);
    const folders = await server.folders();
    await daemon.stop();
    assert.deepEqual(auditStore(home.dataDir, folders), []);
  });

  async function inbox() {
    const { mailbox } = await daemon.ask('mailbox.list', { view: 'messages' });
    return mailbox.groups.flatMap(({ rows }) => rows);
  }

  const subjects = async () => (await inbox()).map(({ subject }) => subject);

  /** The history covers a wake-up before or after the connection was opened. */
  async function untilAwake(): Promise<void> {
    const { mutations } = await daemon.ask('mutations.history', {});
    const waking = mutations.find(({ kind }) => kind === 'unsnooze');
    if (waking?.waiting !== 0) await line.next('MutationCompleted', ({ kind }) => kind === 'unsnooze');
  }

  async function countAt(path: string): Promise<number> {
    return (await server.folders()).find((folder) => folder.path === path)?.total ?? 0;
  }
}

async function onDovecot(): Promise<Server> {
  const dovecot = await startDovecot();
  const user = dovecot.users[0] as MailUser;
  dovecot.seed(user.user, 'INBOX', [early, late]);
  const client = await openSecondClient(dovecot, user);
  return {
    account: dovecotAccount(dovecot, user),
    caFile: dovecot.caFile,
    folders: () => serverFolders(client),
    async stop() {
      client.close();
      await dovecot.stop();
    },
  };
}

async function onGmail(): Promise<Server> {
  const certificate = makeCertificate();
  const mailbox = gmailMailbox();
  for (const bytes of [early, late]) mailbox.deliver('INBOX', bytes);
  const server = await startOddServer({ certificate, mailbox, capabilities: gmailCapabilities });
  const { port, user: username, password } = server;
  return {
    account: { key: 'gmail', name: 'Gmail', email: 'ada@gmail.example', port, username, password },
    caFile: certificate.caFile,
    folders: async () => mailboxContents(mailbox),
    async stop() {
      await server.stop();
      certificate.remove();
    },
  };
}
