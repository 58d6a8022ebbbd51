import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { until } from '../../daemon/test-until.ts';
import { dovecotMissing, startDovecot, type Dovecot, type MailUser } from '../../testing/servers/dovecot.ts';
import type { DaemonProcess } from '../daemon-process.ts';
import { sampleOf } from '../runner/tier.ts';
import { openTriageHome, type TriageHome, type TriageMessage } from './triage-kills.ts';

/** A kill comes this long after a request was sent: in its midst, before it is carried out, and about when it is answered. */
const delays = sampleOf([12, 1, 45], { few: 3, some: 3 });
const stranger = 'Cleo Lind <cleo@strangers.example>';
const ben = 'Ben Okoro <ben.okoro@people.example>';
const count = 30;

const messagesFrom = (from: string, name: string): TriageMessage[] =>
  Array.from({ length: count }, (_, at) => ({
    from,
    subject: `${name} ${at}`,
    text: `Hi Ada,\n\nI was at the harbour again, number ${at}.\n\nThanks\n${name}`,
  }));

/** A valid number of UPS, with its check digit. */
function trackingNumber(at: number): string {
  const body = `999AA1${String(10_000_000 + at * 37).padStart(9, '0')}`.slice(0, 15);
  const values = [...body].map((sign) => (/\d/.test(sign) ? Number(sign) : (sign.charCodeAt(0) - 63) % 10));
  const sum = values.reduce((total, value, index) => total + (index % 2 === 0 ? value : 2 * value), 0);
  return `1Z${body}${(10 - (sum % 10)) % 10}`;
}

const parcels = (): TriageMessage[] =>
  Array.from({ length: count }, (_, at) => ({
    from: 'UPS <mcinfo@ups.com>',
    subject: `Your package ${at} is on its way`,
    text: `Your package has shipped.\n\nTracking number: ${trackingNumber(at)}\n`,
  }));

const missing = dovecotMissing();
if (missing) test('triage that is killed', { skip: missing });
else describe('triage that is killed', suite);

function suite(): void {
  let dovecot: Dovecot;
  let user: MailUser;
  let posthorn: TriageHome;

  before(async () => {
    dovecot = await startDovecot();
    user = dovecot.users[0] as MailUser;
    const sent = [`From: Ada <${user.email}>`, `To: ${ben}`, 'Subject: Plans', 'Message-ID: <plans@example.test>'];
    dovecot.seed(user.user, 'Sent', [
      Buffer.from([...sent, `Date: ${new Date().toUTCString()}`, '', 'How?'].join('\r\n')),
    ]);
    posthorn = await openTriageHome(dovecot, user);
  });
  after(() => dovecot?.stop());

  const found = async (q: string) => (await posthorn.daemon().ask('search.count', { q })).count;
  const arrive = async (messages: readonly TriageMessage[], q: string) => {
    await posthorn.deliver(messages);
    await until('the mail is here', async () => {
      await posthorn.daemon().ask('sync.start', {});
      return (await found(q)) === messages.length;
    });
  };
  const undoLast = async () => {
    const { mutations } = await posthorn.daemon().ask('mutations.history', { limit: 1 });
    await posthorn.daemon().ask('mutations.undo', { mutation_id: mutations[0]?.mutation_id ?? '' });
  };

  test('a decision about a sender and the mail that it moves are all there or not at all, and one undo reverts them', async (t) => {
    await arrive(messagesFrom(stranger, 'Cleo'), 'from:strangers.example');
    const { accounts } = await posthorn.daemon().ask('accounts.list', {});
    const account_id = accounts[0]?.account_id ?? '';
    const decide = (daemon: DaemonProcess) =>
      daemon.ask('screener.decide', {
        account_id,
        sender_email: 'cleo@strangers.example',
        disposition: 'deny',
        apply_to_existing: true,
      });
    const state = async () => {
      const { decisions } = await posthorn.daemon().ask('screener.decisions', { account_id });
      return [decisions.length, await found('from:strangers.example in:inbox')];
    };
    for (const delay of delays) {
      await posthorn.killDuring(decide, delay);
      const afterKill = await state();
      t.diagnostic(`after ${delay} ms: ${afterKill.join(' decisions, in the inbox ')}`);
      assert.deepEqual(afterKill, afterKill[0] === 0 ? [0, count] : [1, 0]);
      if (afterKill[0] === 0) await decide(posthorn.daemon());
      assert.deepEqual(await state(), [1, 0]);
      await undoLast();
      assert.deepEqual(await state(), [0, count]);
    }
  });

  test('conversations that are done together are all done or none, and one undo reverts them', async (t) => {
    await arrive(messagesFrom(ben, 'Ben'), 'from:people.example');
    const thread_ids = await threadsFrom(posthorn.daemon(), 'people.example');
    const done = (daemon: DaemonProcess) => daemon.ask('modes.done', { mode: 'messages', thread_ids });
    const state = async () => {
      const { threads } = await posthorn.daemon().ask('modes.memberships', { thread_ids });
      const held = threads.filter(({ modes }) => modes.some(({ mode }) => mode === 'messages'));
      return [held.length, threads.filter(({ in_inbox }) => in_inbox).length];
    };
    assert.deepEqual(await state(), [count, count]);
    for (const delay of delays) {
      await posthorn.killDuring(done, delay);
      const afterKill = await state();
      t.diagnostic(`after ${delay} ms: ${afterKill.join(' in Messages, in the inbox ')}`);
      assert.deepEqual(afterKill, afterKill[0] === 0 ? [0, 0] : [count, count]);
      if (afterKill[0] !== 0) await done(posthorn.daemon());
      assert.deepEqual(await state(), [0, 0]);
      await undoLast();
      assert.deepEqual(await state(), [count, count]);
    }
  });

  test('each parcel is found once, however often the scans are killed, and a dismissed one stays dismissed', async (t) => {
    const parcelsOf = async (daemon: DaemonProcess) => (await daemon.ask('deliveries.list', {})).deliveries;
    await posthorn.deliver(parcels());
    for (const least of [1, 12])
      await posthorn.killOnce(`${least} parcels are found`, async (daemon) => {
        await daemon.ask('sync.start', {});
        return (await parcelsOf(daemon)).length >= least;
      });
    await until('all parcels are found', async () => {
      await posthorn.daemon().ask('sync.start', {});
      return (await parcelsOf(posthorn.daemon())).length === count;
    });
    const [first] = await parcelsOf(posthorn.daemon());
    await posthorn.daemon().ask('deliveries.dismiss', { id: first?.id ?? '' });
    const before = await parcelsOf(posthorn.daemon());
    for (const delay of delays) {
      const wasDone = await posthorn.killDuring((daemon) => daemon.ask('deliveries.scan', {}), delay);
      t.diagnostic(`the scan had ${wasDone ? 'ended' : 'not ended'} after ${delay} ms`);
      assert.deepEqual(await parcelsOf(posthorn.daemon()), before);
    }
    const { summary } = await posthorn.daemon().ask('deliveries.scan', {});
    assert.deepEqual([summary.created, summary.updated], [0, 0]);
    assert.deepEqual(await parcelsOf(posthorn.daemon()), before);
  });

  test('afterwards the store, the index and the server are the same', async () => {
    assert.deepEqual(await posthorn.close(), []);
  });
}

async function threadsFrom({ ask }: DaemonProcess, domain: string): Promise<string[]> {
  const { groups } = await ask('search.find', { q: `from:${domain}`, scope: 'threads', limit: 100 });
  return groups.flatMap(({ rows }) => rows.map(({ thread_id }) => thread_id));
}
