import assert from 'node:assert/strict';
import { after, before, describe, test, type TestContext } from 'node:test';
import { makeHome, startDaemon, type DaemonProcess, type Home } from '../process.ts';
import { dovecotMissing, startDovecot, type Dovecot, type MailUser } from '../servers/dovecot.ts';
import { startProxy, type Proxy } from '../servers/proxy.ts';
import { accountOf, until } from './daemon-on-dovecot.ts';
import { openEventLine, type EventLine } from './event-line.ts';
import { letter, madeLetters } from './letters.ts';
import { deliverOverLmtp } from './lmtp.ts';

/** From the server's "accepted" to the page's list, in milliseconds. */
const noticedWithin = 2_000;

/** The first sync of the slow account takes minutes at this pace. */
const pace = { delayMs: 60, bytesPerSecond: 40_000 };

const missing = dovecotMissing();
if (missing) test('two accounts on one server, one of them slow', { skip: missing });
else describe('two accounts on one server, one of them slow', { timeout: 120_000 }, suite);

function suite(): void {
  let dovecot: Dovecot;
  let quick: MailUser;
  let proxy: Proxy;
  let home: Home;
  let daemon: DaemonProcess;
  let line: EventLine;
  let delivered = 0;

  before(async () => {
    dovecot = await startDovecot();
    const [alice, bob] = dovecot.users as [MailUser, MailUser];
    quick = alice;
    dovecot.seed(alice.user, 'INBOX', madeLetters({ count: 20, seed: 31 }));
    dovecot.seed(bob.user, 'INBOX', madeLetters({ count: 1_000, seed: 32 }));
    proxy = await startProxy(dovecot.imapPort, pace);
    home = makeHome([
      { ...accountOf(dovecot, bob), key: 'slow', name: 'Slow', port: proxy.port },
      { ...accountOf(dovecot, alice), key: 'quick', name: 'Quick' },
    ]);
    daemon = await startDaemon(home, dovecot);
    line = await openEventLine(daemon);
  });
  after(async () => {
    line?.close();
    await daemon?.kill();
    await proxy?.stop();
    await dovecot?.stop();
    home?.remove();
  });

  test("new mail of the other account shows within two seconds while the slow one's first sync goes on", async (t) => {
    await until('the quick account is synced', 30_000, async () => (await statusOf('Quick')).last_success_at !== null);
    await until('mail of the slow account is on its way', 30_000, async () => proxy.received > 30_000);
    for (let time = 0; time < 2; time++) await showsInTime(t);
    const { sync_in_progress, last_success_at } = await statusOf('Slow');
    assert.deepEqual([sync_in_progress, last_success_at], [true, null], 'the slow account is in its first sync still');
  });

  test('nor does it wait for an account whose server says nothing any more', async (t) => {
    proxy.standStill();
    await showsInTime(t);
  });

  async function showsInTime(t: TestContext): Promise<void> {
    const subject = `Kestrel report ${++delivered}`;
    const bytes = letter({
      id: `fresh.${delivered}@people.example`,
      subject,
      text: 'The kestrel nests again.',
      at: Date.now() / 1000,
    });
    await deliverOverLmtp(dovecot.lmtpPort, { to: quick.user, bytes });
    const accepted = performance.now();
    await line.next('NewMessages', ({ envelopes }) => envelopes.some((envelope) => envelope.subject === subject));
    const { mailbox } = await daemon.ask('mailbox.list', { view: 'messages', limit: 20 });
    const took = performance.now() - accepted;
    const subjects = mailbox.groups.flatMap(({ rows }) => rows.map((row) => row.subject));
    assert.ok(subjects.includes(subject), `${subject} is listed`);
    t.diagnostic(`listed ${Math.round(took)} ms after it was accepted`);
    assert.ok(took < noticedWithin, `it took ${took} ms`);
  }

  async function statusOf(name: string) {
    const status = await daemon.ask('sync.status', { account_id: await accountNamed(name) });
    assert.ok(status.kind === 'SyncStatus');
    return status.sync;
  }

  async function accountNamed(name: string): Promise<string> {
    const { accounts } = await daemon.ask('accounts.list', {});
    const account = accounts.find((each) => each.name === name);
    assert.ok(account, `the account ${name} is listed`);
    return account.account_id;
  }
}
