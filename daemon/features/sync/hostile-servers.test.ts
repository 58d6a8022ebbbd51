import assert from 'node:assert/strict';
import { after, before, describe, test, type TestContext } from 'node:test';
import { certificateMissing, makeCertificate, type Certificate } from '../../../testing/servers/certificate.ts';
import type { MessageQuirk, Quirks } from '../../../testing/servers/imap/quirks.ts';
import { startOddServer, type OddServer } from '../../../testing/servers/imap/server.ts';
import type { Provider } from '../../providers/provider.ts';
import { mail, testDaemon, testStart, type TestDaemon } from '../../test-daemon.ts';
import { until, waitLimitMs } from '../../test-until.ts';
import { oddAccountConfig, openOddProvider } from './test-odd-account.ts';

const messageCount = 5;
const subjects = Array.from({ length: messageCount }, (_, index) => `letter ${index + 1}`);

const missing = certificateMissing();
if (missing) test('servers that misbehave', { skip: missing });
else describe('servers that misbehave', { concurrency: 2 }, suite);

function suite(): void {
  let certificate: Certificate;
  before(() => void (certificate = makeCertificate()));
  after(() => certificate.remove());

  /** A daemon with one account on a server with five messages, of which the third and any other may be odd. */
  async function accountOn(t: TestContext, quirks: Quirks) {
    const server = await startOddServer({ certificate, quirks });
    t.after(() => server.stop());
    for (const subject of subjects) {
      const bytes = mail({ from: 'eve@example.test', subject, text: subject, id: `${subject.replace(' ', '-')}@x` });
      server.mailbox.deliver('INBOX', bytes);
    }
    // Once a stall is recorded, the server holds its answers until the test has looked: the pass would go on, and end well.
    const held = Promise.withResolvers<void>();
    const hold = () => void (server.quirks.hold ??= held.promise);
    const daemon = await testDaemon(t, {
      accounts: [],
      config: oddAccountConfig,
      options: {
        openProvider: async () =>
          // Only the daemon's clock ends a wait for the server.
          afterStalls(
            await openOddProvider(server, certificate, {
              clock: daemonClock(),
              timeouts: { responseMs: 2 * waitLimitMs },
            })(),
            hold,
          ),
      },
    });
    function daemonClock() {
      return daemon.clock;
    }
    return { daemon, server, goOn: held.resolve };
  }

  const odd = (quirk: MessageQuirk): Quirks => ({ messages: { 'INBOX 3': quirk } });
  const all = (quirk: MessageQuirk): Quirks => ({
    messages: Object.fromEntries(subjects.map((_, index) => [`INBOX ${index + 1}`, quirk])),
  });
  const withoutThird = subjects.toSpliced(2, 1);

  type Case = [behaviour: string, quirks: Quirks, stored: string[], notice: RegExp | null];
  const withholding: Case[] = [
    [
      'sends a NUL in the flags of a message',
      odd({ flagsOnWire: '\\Seen a\0b' }),
      subjects,
      /^1 message in INBOX may be/,
    ],
    ['sends a NUL in every flag', all({ flagsOnWire: 'a\0b' }), subjects, /^5 messages in INBOX may be/],
    ['announces {-5} bytes of every header', all({ headerLiteral: () => -5 }), subjects, null],
    ['announces too few bytes of a header', odd({ headerLiteral: (bytes) => bytes - 20 }), subjects, null],
    ['leaves a message out of its listing', odd({ leftOut: ['header'] }), subjects, null],
    [
      'leaves a message out of every answer',
      odd({ leftOut: ['header', 'facts', 'body'] }),
      withoutThird,
      /^1 message in INBOX/,
    ],
    ['reports a wrong UID for a message', odd({ uidOnWire: 1003 }), withoutThird, /^1 message in INBOX/],
    [
      'announces fewer bytes of a message than it sends',
      odd({ literalSurplus: -40 }),
      withoutThird,
      /^1 message in INBOX/,
    ],
    ['finds no message', { folders: { INBOX: { unsearchable: [1, 2, 3, 4, 5] } } }, subjects, null],
    ['refuses to search', { commands: { 'UID SEARCH': 'NO Not now' } }, subjects, null],
    [
      'counts a message that it does not list',
      { folders: { INBOX: { unsearchable: [3] } }, ...odd({ leftOut: ['header', 'facts', 'body'] }) },
      withoutThird,
      /^1 message in INBOX can’t be downloaded, because the server counts more/,
    ],
  ];
  for (const [behaviour, quirks, stored, notice] of withholding)
    test(`on a server that ${behaviour} all other mail is stored, and a notice says what is missing`, async (t) => {
      const { daemon } = await accountOn(t, quirks);
      await daemon.events.until('SyncFinished');
      assert.deepEqual(await inbox(daemon), stored);
      const status = await statusOf(daemon);
      if (notice) assert.match(status.notice ?? '', notice);
      else assert.equal(status.notice, null);
      assert.deepEqual([status.healthy, status.last_error], [true, null]);
    });

  const hanging: [behaviour: string, quirks: Quirks, stored: string[], error: RegExp][] = [
    ['never answers for a message', odd({ on: { body: 'silence' } }), withoutThird, /doesn’t answer FETCH in INBOX/],
    ['never describes a message', odd({ on: { header: 'silence' } }), subjects, /doesn’t answer FETCH in INBOX/],
    ['reports EXISTS without an end', odd({ on: { body: 'endless EXISTS' } }), withoutThird, /doesn’t answer FETCH/],
    ['announces more bytes than it sends', odd({ literalSurplus: 5_000 }), withoutThird, /doesn’t answer FETCH/],
    ['announces more bytes of a header', odd({ headerLiteral: (bytes) => bytes + 5_000 }), subjects, /answer FETCH/],
    ['never answers a search', { commands: { 'UID SEARCH': 'silence' } }, subjects, /doesn’t answer SEARCH in INBOX/],
  ];
  for (const [behaviour, quirks, stored, error] of hanging)
    test(`a server that ${behaviour} is reported after a minute, and all other mail is stored`, async (t) => {
      const { daemon, server, goOn } = await accountOn(t, quirks);
      await untilReported({ daemon, server });
      const status = await statusOf(daemon);
      assert.match(status.last_error ?? '', error);
      assert.deepEqual([status.healthy, status.failure_class], [false, 'protocol']);
      assert.ok(daemon.clock.now().getTime() - Date.parse(testStart) >= 60_000, 'a minute has passed');
      const [account] = (await daemon.ask('accounts.list')).accounts;
      assert.equal(account?.health.state, 'needs_attention');
      goOn();
      await untilDuring(
        { daemon, server },
        'a pass ends well',
        async () => (await statusOf(daemon)).last_success_at !== null,
      );
      assert.deepEqual(await inbox(daemon), stored);
      const after = await statusOf(daemon);
      assert.equal(after.healthy, true);
      if (stored === withoutThird) assert.match(after.notice ?? '', /^1 message in INBOX couldn’t be downloaded/);
    });

  const ending: [behaviour: string, quirks: Quirks, stored: string[]][] = [
    ['ends the connection at a message', odd({ on: { body: 'BYE Internal error' } }), withoutThird],
    ['ends the connection at a description', odd({ on: { header: 'BYE Internal error' } }), subjects],
  ];
  for (const [behaviour, quirks, stored] of ending)
    test(`on a server that ${behaviour} all other mail is stored`, async (t) => {
      const { daemon } = await accountOn(t, quirks);
      await daemon.events.until('SyncFinished');
      assert.deepEqual(await inbox(daemon), stored);
      const { healthy, notice } = await statusOf(daemon);
      assert.equal(healthy, true);
      if (stored === withoutThird) assert.match(notice ?? '', /Internal error/);
    });

  test('a server that always hangs is not healthy, and is asked again', async (t) => {
    const { daemon, server, goOn } = await accountOn(t, { commands: { 'UID FETCH': 'silence' } });
    await untilReported({ daemon, server });
    assert.equal((await statusOf(daemon)).healthy, false);
    server.quirks.commands = {};
    server.destroyConnections();
    goOn();
    await untilDuring(
      { daemon, server },
      'a pass ends well',
      async () => (await statusOf(daemon)).last_success_at !== null,
    );
    assert.deepEqual(await inbox(daemon), subjects);
    assert.equal((await statusOf(daemon)).healthy, true);
  });

  test('more messages that end the connection than one pass may find do not keep the others away', async (t) => {
    const quirks: Quirks = {
      messages: Object.fromEntries([1, 2, 3, 4].map((uid) => [`INBOX ${uid}`, { on: { body: 'cut' } }])),
    };
    const { daemon, server } = await accountOn(t, quirks);
    await untilDuring(
      { daemon, server },
      'a pass ends well',
      async () => (await statusOf(daemon)).last_success_at !== null,
    );
    assert.deepEqual(await inbox(daemon), ['letter 5']);
    assert.match((await statusOf(daemon)).notice ?? '', /^4 messages couldn’t be downloaded/);
  });
}

/** A sixth of the time in which a command may stand still. */
const checkMs = 10_000;

async function inbox(daemon: TestDaemon): Promise<string[]> {
  const { mailbox } = await daemon.ask('mailbox.list', { view: 'messages' });
  return mailbox.groups.flatMap(({ rows }) => rows.map(({ subject }) => subject)).toSorted();
}

async function statusOf(daemon: TestDaemon) {
  const { sync } = await daemon.ask('sync.status');
  assert.ok(sync);
  return sync;
}

/**
 * Lets time pass in small steps, because a server is given up after several checks. It stands still while the server works
 * on a command or has received one since the last step, so that no command that is answered seems to hang.
 */
async function untilDuring(
  { daemon, server }: { daemon: TestDaemon; server: OddServer },
  what: string,
  condition: () => boolean | Promise<boolean>,
): Promise<void> {
  const { log } = server;
  let received = log.commands.length;
  await until(what, async () => {
    if (await condition()) return true;
    if (log.commandsInProgress === 0 && log.commands.length === received) daemon.clock.advance(checkMs);
    received = log.commands.length;
    return false;
  });
}

async function untilReported(running: { daemon: TestDaemon; server: OddServer }): Promise<void> {
  await untilDuring(running, 'the server is reported', () => running.server.quirks.hold !== undefined);
}

/** A provider that calls `then` when a stall of its server was recorded, before it goes on. */
function afterStalls(provider: Provider, then: () => void): Provider {
  const andThen = (onStall: ((error: string) => void) | undefined) => (error: string) => {
    onStall?.(error);
    then();
  };
  const own: Pick<Provider, 'changes' | 'sources'> = {
    changes: (cursors, signal, onStall) => provider.changes(cursors, signal, andThen(onStall)),
    sources: (requests, signal, onStall) => provider.sources(requests, signal, andThen(onStall)),
  };
  return Object.assign(Object.create(provider) as Provider, own);
}
