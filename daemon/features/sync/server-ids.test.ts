import assert from 'node:assert/strict';
import { after, before, describe, test, type TestContext } from 'node:test';
import { certificateMissing, makeCertificate, type Certificate } from '../../../testing/servers/certificate.ts';
import { gmailCapabilities, gmailMailbox } from '../../../testing/servers/imap/gmail.ts';
import { createMailbox } from '../../../testing/servers/imap/mailbox.ts';
import { modernCapabilities, startOddServer, type OddServer } from '../../../testing/servers/imap/server.ts';
import { mail, testDaemon, type TestDaemon } from '../../test-daemon.ts';
import { until } from '../../test-until.ts';
import { oddAccountConfig, openOddProvider } from './test-odd-account.ts';

const missing = certificateMissing();
if (missing) test('servers with message ids of their own', { skip: missing });
else describe('servers with message ids of their own', { concurrency: 2 }, suite);

function suite(): void {
  let certificate: Certificate;
  before(() => void (certificate = makeCertificate()));
  after(() => certificate.remove());

  /** A daemon on a server whose INBOX has a message without a Message-ID and one with it. */
  async function accountOn(t: TestContext, { capabilities, mailbox = createMailbox() }: ServerSettings) {
    if (!mailbox.find('INBOX')) mailbox.addFolder('INBOX');
    mailbox.addFolder('Plans');
    const server = await startOddServer({ certificate, capabilities, mailbox });
    t.after(() => server.stop());
    const unnamed = mailbox.deliver('INBOX', sample('Without a name'), { received });
    const named = mailbox.deliver('INBOX', sample('With a name', 'named@example.test'), { received });
    const daemon = await testDaemon(t, {
      accounts: [],
      config: oddAccountConfig,
      options: { openProvider: openOddProvider(server, certificate) },
    });
    await until('all mail is stored', async () => (await stored(daemon)).size === 2);
    return { daemon, server, unnamed, named };
  }

  for (const [name, settings] of Object.entries<() => ServerSettings>({
    'with OBJECTID': () => ({ capabilities: `${modernCapabilities} OBJECTID` }),
    'with X-GM-MSGID': () => ({ capabilities: gmailCapabilities, mailbox: gmailMailbox() }),
  }))
    test(`moved mail is not fetched again from a server ${name}, even without a Message-ID`, async (t) => {
      const { daemon, server, unnamed, named } = await accountOn(t, settings());
      const messages = await stored(daemon);
      const fetched = server.log.fetchedSections.length;
      server.mailbox.move('INBOX', [unnamed, named], 'Plans');
      await until('the mail is where it was moved to', () => areIn(daemon, 'Plans', messages));
      server.mailbox.renumber('Plans', 500);
      await sync(daemon);
      assert.deepEqual(await stored(daemon), messages);
      assert.deepEqual(
        server.log.fetchedSections.slice(fetched).filter(({ section }) => !/HEADER/i.test(section)),
        [],
      );
    });

  test('on other servers mail without a Message-ID is fetched again after a move, and keeps its id', async (t) => {
    const { daemon, server, unnamed, named } = await accountOn(t, { capabilities: modernCapabilities });
    const messages = await stored(daemon);
    const fetched = server.log.fetchedSections.length;
    server.mailbox.move('INBOX', [unnamed, named], 'Plans');
    await until('the mail is where it was moved to', () => areIn(daemon, 'Plans', messages));
    assert.deepEqual(await stored(daemon), messages);
    const uids = server.log.fetchedSections.slice(fetched).map(({ folder, uid }) => `${folder} ${uid}`);
    assert.deepEqual([...new Set(uids)], ['Plans 1']);
  });

  test('messages that a server gives one id are two messages if their Message-IDs differ', async (t) => {
    const { daemon, server, named } = await accountOn(t, { capabilities: `${modernCapabilities} OBJECTID` });
    const { emailId } = placementOf(server, 'INBOX', named).message;
    const uid = server.mailbox.deliver('Plans', sample('Another', 'another@example.test'), { received });
    placementOf(server, 'Plans', uid).message.emailId = emailId;
    await until('all mail is stored', async () => {
      await sync(daemon);
      return (await stored(daemon)).size === 3;
    });
    assert.deepEqual(new Set((await stored(daemon)).keys()), new Set(['Without a name', 'With a name', 'Another']));
  });
}

type ServerSettings = { capabilities: string; mailbox?: ReturnType<typeof createMailbox> };

const received = new Date('2026-03-10T07:00:00Z');

function sample(subject: string, id?: string): Buffer {
  return mail({ from: 'eve@example.test', subject, text: subject, ...(id && { id }) });
}

function placementOf({ mailbox }: OddServer, path: string, uid: number) {
  const placement = mailbox.folder(path).placements.find((each) => each.uid === uid);
  assert.ok(placement);
  return placement;
}

async function sync(daemon: TestDaemon): Promise<void> {
  const before = daemon.events.all('SyncFinished').length;
  await daemon.ask('sync.start');
  await daemon.events.until('SyncFinished', before + 1);
  await daemon.whenIndexed();
}

/** The ids of all messages by subject. */
async function stored(daemon: TestDaemon): Promise<Map<string, string>> {
  const { groups } = await daemon.ask('search.find', { q: 'from:eve@example.test', scope: 'messages' });
  return new Map(groups.flatMap(({ rows }) => rows.map(({ id, subject }) => [subject, id] as const)));
}

/** Whether all these messages are in this folder, and only there, after a sync. */
async function areIn(daemon: TestDaemon, folder: string, messages: ReadonlyMap<string, string>): Promise<boolean> {
  await sync(daemon);
  const { groups } = await daemon.ask('search.find', { q: `label:${folder} -in:inbox`, scope: 'messages' });
  return groups.flatMap(({ rows }) => rows).length === messages.size;
}
