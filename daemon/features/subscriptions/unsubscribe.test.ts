import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Failure } from '../../base/failure.ts';
import { openReadOnly, openWritable, sql } from '../../store/db.ts';
import { storeFiles } from '../../store/open.ts';
import type { Caller } from '../../handler-types.ts';
import { parseMessage } from '../../mail/mime/parse.ts';
import type { FakeDelivery } from '../../providers/fake/sender.ts';
import { testDaemon, type TestDaemon } from '../../test-daemon.ts';
import { newsletter, daemonWithLists } from './test-lists.ts';

/** The stored unsubscribe states. */
function states({ dataDir }: Pick<TestDaemon, 'dataDir'>): string[] {
  const db = openReadOnly(storeFiles(dataDir).mail);
  const rows = db.all<{ method: string; state: string }>(sql`SELECT method, state FROM unsubscribes ORDER BY id`);
  db.close();
  return rows.map(({ method, state }) => `${method} ${state}`);
}

const unsubscribeEvents = ({ events }: Pick<TestDaemon, 'events'>) =>
  events.all('MutationCompleted').filter(({ kind }) => kind === 'unsubscribe');

test('one click is sent once for a list, stored before it is sent, and announced once (checklist 94, 95)', async (t) => {
  const seen: string[][] = [];
  const daemon = await daemonWithLists(t, {
    mails: [newsletter(1), newsletter(2), newsletter(3)],
    answer: () => {
      seen.push(states(daemon));
      return 202;
    },
  });
  const [older, newest] = [daemon.ids('Issue 1'), daemon.ids('Issue 3')];
  const first = await daemon.ask('subscriptions.unsubscribe', { message_ids: [older, newest] });
  assert.deepEqual(seen, [['one_click asking']]);
  assert.deepEqual(daemon.requests, [
    { url: 'https://news.example/leave?issue=3', method: 'POST', body: 'List-Unsubscribe=One-Click' },
  ]);
  assert.deepEqual(first.results, [
    { message_id: newest, method: 'one_click', status: 'done', already: false },
    { message_id: older, method: 'one_click', status: 'done', already: true },
  ]);
  assert.equal(first.ok, true);
  await daemon.events.until('MutationCompleted');

  // Another issue that arrived in the meantime, and the same messages again.
  for (const input of [{ message_id: newest }, { message_ids: [daemon.ids('Issue 2'), older] }]) {
    const again = await daemon.ask('subscriptions.unsubscribe', input);
    assert.deepEqual([again.ok, again.mutation_id], [true, null]);
    assert.ok(again.results.every(({ status, already }) => status === 'done' && already));
  }
  assert.equal(daemon.requests.length, 1);
  assert.deepEqual(states(daemon), ['one_click done']);
  assert.deepEqual(
    unsubscribeEvents(daemon).map(({ mutation_id, ok, succeeded }) => ({ mutation_id, ok, succeeded })),
    [{ mutation_id: first.mutation_id, ok: true, succeeded: 2 }],
  );
  const { subscriptions } = await daemon.ask('subscriptions.list');
  assert.equal(subscriptions[0]?.asked?.state, 'done');
});

test('a manual unsubscribe is left to the user: its page is not opened, and a list without an unsubscribe method is refused (checklist 103)', async (t) => {
  const daemon = await daemonWithLists(t, {
    mails: [newsletter(1, { kind: 'link' }), newsletter(3, { kind: 'none', list: 'c' })],
  });
  const ask = (...subjects: string[]) =>
    daemon.ask('subscriptions.unsubscribe', { message_ids: subjects.map(daemon.ids) });
  const { ok, results } = await ask('Issue 1', 'Issue 3');
  assert.equal(ok, false);
  assert.deepEqual(
    results.map(({ method, status, open_url }) => [method, status, open_url]),
    [
      ['none', 'no_method', undefined],
      ['link', 'by_hand', 'https://news.example/leave?issue=1'],
    ],
  );
  const [again] = (await ask('Issue 1')).results;
  assert.deepEqual([again?.status, again?.already, again?.open_url], ['by_hand', true, results[1]?.open_url]);
  assert.deepEqual(daemon.requests, []);
  await assert.rejects(
    ask('Issue 3'),
    (thrown) => thrown instanceof Failure && thrown.code === 'no_unsubscribe_method',
  );
});

const profile = [
  '[agents.profiles.agent]',
  'safety_policy = "full"',
  'allowed_accounts = ["ada"]',
  'allow_destructive = true',
];

test('a list that is left by mail gets one mail, once, with the content that the sender requires and nothing more', async (t) => {
  const header =
    '<mailto:leave@news.example?subject=off%0D%0ABcc:%20eve@people.example&body=weekly%0Aoff&cc=eve@people.example>';
  const bad = '<mailto:leave@news.example%2Ceve@people.example>';
  const daemon = await daemonWithLists(t, {
    config: profile.join('\n'),
    mails: [
      newsletter(1, { kind: 'mailto', header }),
      newsletter(2, { kind: 'mailto', list: 'b', from: 'Other <other@news.example>' }),
      newsletter(3, { kind: 'mailto', list: 'c', from: 'Third <third@news.example>', header: bad }),
      newsletter(4, { kind: 'mailto', list: 'd', from: 'Fourth <fourth@news.example>' }),
    ],
  });
  const sender = daemon.sender('ada');
  const ask = async (number: number, caller?: Caller) => {
    const message_id = daemon.ids(`Issue ${number}`);
    const { results } = await daemon.ask('subscriptions.unsubscribe', { message_id }, caller);
    return results[0];
  };
  await assert.rejects(ask(1, { origin: 'agent' }), (thrown) => thrown instanceof Failure && thrown.code === 'policy');
  assert.deepEqual([states(daemon), sender.deliveries.length], [[], 0]);

  assert.deepEqual([(await ask(1))?.status, (await ask(1))?.already], ['done', true]);
  const [{ from, to, bytes }] = sender.deliveries as [FakeDelivery];
  const { subject, text, cc, bcc } = parseMessage(bytes);
  assert.deepEqual([from, to, sender.deliveries.length], ['ada@example.test', ['leave@news.example'], 1]);
  assert.deepEqual([subject, text.trim(), cc, bcc], ['off Bcc: eve@people.example', 'weekly\noff', [], []]);

  sender.faults.push({
    state: 'refused',
    reason: 'refused',
    isTemporary: false,
    recipients: [],
    reply: null,
    message: 'There is no such list.',
  });
  const refused = await ask(2);
  assert.deepEqual([refused?.status, refused?.open_url], ['failed', 'mailto:leave@news.example?subject=off%20please']);
  assert.deepEqual([(await ask(2))?.status, sender.deliveries.length], ['done', 2]);
  assert.equal((await ask(3))?.status, 'by_hand');

  sender.faults.push('lost-untaken');
  assert.equal((await ask(4))?.status, 'unknown');
  assert.deepEqual([(await ask(4))?.already, sender.deliveries.length], [true, 2]);
  assert.deepEqual(states(daemon), ['mailto done', 'mailto failed', 'mailto done', 'mailto by_hand', 'mailto unknown']);
});

test('a refused request may be repeated; a request without an answer has an unknown result, and is not repeated', async (t) => {
  const timeout = new Failure('unavailable', 'fetch_timeout', 'It took too long.');
  const reset = Object.assign(new Error('The other side hung up.'), { code: 'ECONNRESET' });
  const cut = new Failure('provider', 'unreachable', 'It could not be reached.', { cause: reset });
  const answers = [() => 404, () => 200, () => Promise.reject(timeout), () => Promise.reject(cut), () => 302];
  const daemon = await daemonWithLists(t, {
    mails: [
      newsletter(1),
      newsletter(2, { from: 'Slow <slow@news.example>' }),
      newsletter(3, { from: 'Cut <cut@news.example>' }),
      newsletter(4, { from: 'Elsewhere <elsewhere@news.example>' }),
    ],
    answer: () => answers.shift()?.() ?? 500,
  });
  const ask = async (subject: string) => {
    const { results } = await daemon.ask('subscriptions.unsubscribe', { message_id: daemon.ids(subject) });
    return results[0];
  };
  const refused = await ask('Issue 1');
  assert.deepEqual([refused?.status, refused?.reason], ['failed', 'The sender answers 404 (Not Found).']);
  assert.equal(refused?.open_url, 'https://news.example/leave?issue=1');
  assert.equal((await ask('Issue 1'))?.status, 'done');
  assert.equal((await ask('Issue 2'))?.status, 'unknown');
  const again = await ask('Issue 2');
  assert.deepEqual([again?.status, again?.already], ['unknown', true]);
  assert.match(again?.reason ?? '', /couldn’t confirm/);
  assert.equal(daemon.requests.length, 3);
  assert.equal((await ask('Issue 3'))?.status, 'unknown');
  assert.deepEqual((await ask('Issue 4'))?.status, 'failed');
  await daemon.events.until('MutationCompleted', 5);
  assert.deepEqual(
    unsubscribeEvents(daemon).map(({ ok, succeeded, failed, skipped }) => ({ ok, succeeded, failed, skipped })),
    [
      { ok: false, succeeded: 0, failed: 1, skipped: 0 },
      { ok: true, succeeded: 1, failed: 0, skipped: 0 },
      { ok: false, succeeded: 0, failed: 0, skipped: 1 },
      { ok: false, succeeded: 0, failed: 0, skipped: 1 },
      { ok: false, succeeded: 0, failed: 1, skipped: 0 },
    ],
  );
});

test('a request in progress when the daemon was killed has an unknown result, and the next start sends nothing', async (t) => {
  const daemon = await daemonWithLists(t, { mails: [newsletter(1)] });
  const message_id = daemon.ids('Issue 1');
  await daemon.ask('subscriptions.unsubscribe', { message_id });
  await daemon.close();
  const db = openWritable(storeFiles(daemon.dataDir).mail, { durability: 'full' });
  db.run(sql`UPDATE unsubscribes SET state = 'asking', ended_at = NULL`);
  db.close();
  const requests: string[] = [];
  const fetch = async (url: string) => {
    requests.push(url);
    throw new Failure('unavailable', 'unreachable', 'Nobody answers.');
  };
  const next = await testDaemon(t, { dataDir: daemon.dataDir, options: { fetch } });
  const { results } = await next.ask('subscriptions.unsubscribe', { message_id });
  assert.deepEqual([results[0]?.status, results[0]?.already, requests], ['unknown', true, []]);
});

test('an unsubscribe mail waits for its server across a restart, and is then sent once', async (t) => {
  const daemon = await daemonWithLists(t, { mails: [newsletter(1, { kind: 'mailto' })] });
  daemon.sender('ada').faults.push('lost-before-last');
  // Answered when the mail is sent, which is after this daemon has stopped.
  void daemon.ask('subscriptions.unsubscribe', { message_id: daemon.ids('Issue 1') }).catch(() => undefined);
  const tried = () => daemon.events.all('OutboxUpdated');
  while (!tried().some(({ state, error }) => state === 'queued' && error))
    await daemon.events.until('OutboxUpdated', tried().length + 1);
  await daemon.close();
  assert.deepEqual(states(daemon), ['mailto asking']);

  const next = await testDaemon(t, { dataDir: daemon.dataDir });
  await next.synced();
  next.clock.advance(120_000);
  const updates = () => next.events.all('OutboxUpdated');
  while (!updates().some(({ state }) => state === 'sent'))
    await next.events.until('OutboxUpdated', updates().length + 1);
  assert.deepEqual([states(next), next.sender('ada').deliveries.length], [['mailto done'], 1]);
});
