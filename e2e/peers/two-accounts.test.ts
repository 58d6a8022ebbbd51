import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { until } from '../../daemon/test-until.ts';
import { makeHome, startDaemon, type DaemonProcess, type Home } from '../daemon-process.ts';
import { dovecotMissing, startDovecot, type Dovecot, type MailUser } from '../../testing/servers/dovecot.ts';
import { startProxy, type Proxy } from '../../testing/servers/proxy.ts';
import { dovecotAccount } from './support/dovecot-account.ts';
import { openEventStream, type EventStream } from './support/event-stream.ts';
import { buildMessage, randomMessages } from './support/test-messages.ts';
import { deliverOverLmtp } from './support/lmtp.ts';

/** No further sync begins by itself during a test: new mail is shown because the server reports it. */
const config = '[general]\nsync_interval = 86400\n';

/** The first sync of the slow account takes four minutes at this pace, however fast the machine is. */
const pace = { delayMs: 60, bytesPerSecond: 40_000 };

const missing = dovecotMissing();
if (missing) test('two accounts on one server, one of them slow', { skip: missing });
else describe('two accounts on one server, one of them slow', suite);

function suite(): void {
  let dovecot: Dovecot;
  let quick: MailUser;
  let proxy: Proxy;
  let home: Home;
  let daemon: DaemonProcess;
  let line: EventStream;
  let delivered = 0;

  before(async () => {
    dovecot = await startDovecot();
    const [alice, bob] = dovecot.users as [MailUser, MailUser];
    quick = alice;
    dovecot.seed(alice.user, 'INBOX', randomMessages({ count: 20, seed: 31 }));
    dovecot.seed(bob.user, 'INBOX', randomMessages({ count: 1_000, seed: 32 }));
    proxy = await startProxy(dovecot.imapPort, pace);
    const accounts = [
      { ...dovecotAccount(dovecot, bob), key: 'slow', name: 'Slow', port: proxy.port },
      { ...dovecotAccount(dovecot, alice), key: 'quick', name: 'Quick' },
    ];
    home = makeHome(accounts, { config });
    daemon = await startDaemon(home, dovecot);
    line = await openEventStream(daemon);
  });
  after(async () => {
    line?.close();
    await daemon?.kill();
    await proxy?.stop();
    await dovecot?.stop();
    home?.remove();
  });

  test("new mail of the other account shows while the slow one's first sync goes on", async () => {
    await until('the quick account is synced', async () => (await statusOf('Quick')).last_success_at !== null);
    await until('mail of the slow account is on its way', async () => proxy.received > 30_000);
    for (let time = 0; time < 2; time++) await showsNewMail();
    const { sync_in_progress, last_success_at } = await statusOf('Slow');
    assert.deepEqual([sync_in_progress, last_success_at], [true, null], 'the slow account is still in its first sync');
  });

  test('nor does it wait for an account whose server no longer answers', async () => {
    proxy.pause();
    await showsNewMail();
  });

  async function showsNewMail(): Promise<void> {
    const subject = `Kestrel report ${++delivered}`;
    const bytes = buildMessage({
      id: `fresh.${delivered}@people.example`,
      subject,
      text: 'The kestrel nests again.',
      sentAt: Date.now() / 1000,
    });
    await deliverOverLmtp(dovecot.lmtpPort, { to: quick.user, bytes });
    await line.next('NewMessages', ({ envelopes }) => envelopes.some((envelope) => envelope.subject === subject));
    const { mailbox } = await daemon.ask('mailbox.list', { view: 'messages', limit: 20 });
    const subjects = mailbox.groups.flatMap(({ rows }) => rows.map((row) => row.subject));
    assert.ok(subjects.includes(subject), `${subject} is listed`);
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
