import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Failure } from '../../base/failure.ts';
import { openReadOnly, openWritable, sql } from '../../store/db.ts';
import { storeFiles } from '../../store/open.ts';
import { testDaemon, type TestDaemon } from '../../test-daemon.ts';
import { issue, listsDaemon } from './test-lists.ts';

/** What the store says of being off lists. */
function states({ dataDir }: Pick<TestDaemon, 'dataDir'>): string[] {
  const db = openReadOnly(storeFiles(dataDir).mail);
  const rows = db.all<{ method: string; state: string }>(sql`SELECT method, state FROM unsubscribes ORDER BY id`);
  db.close();
  return rows.map(({ method, state }) => `${method} ${state}`);
}

const told = ({ events }: Pick<TestDaemon, 'events'>) =>
  events.all('MutationCompleted').filter(({ kind }) => kind === 'unsubscribe');

test('one click is sent once for a list, written down before it goes out, and told of once (checklist 94, 95)', async (t) => {
  const seen: string[][] = [];
  const daemon = await listsDaemon(t, {
    mails: [issue(1), issue(2), issue(3)],
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

  // Another issue that had come by then, and the same ones again.
  for (const input of [{ message_id: newest }, { message_ids: [daemon.ids('Issue 2'), older] }]) {
    const again = await daemon.ask('subscriptions.unsubscribe', input);
    assert.deepEqual([again.ok, again.mutation_id], [true, null]);
    assert.ok(again.results.every(({ status, already }) => status === 'done' && already));
  }
  assert.equal(daemon.requests.length, 1);
  assert.deepEqual(states(daemon), ['one_click done']);
  assert.deepEqual(
    told(daemon).map(({ mutation_id, ok, succeeded }) => ({ mutation_id, ok, succeeded })),
    [{ mutation_id: first.mutation_id, ok: true, succeeded: 2 }],
  );
  const { subscriptions } = await daemon.ask('subscriptions.list');
  assert.equal(subscriptions[0]?.asked?.state, 'done');
});

test('what a sender only takes from a person is theirs to do: no page is opened and nothing is sent (checklist 103)', async (t) => {
  const daemon = await listsDaemon(t, {
    mails: [issue(1, { way: 'link' }), issue(2, { way: 'mailto', list: 'b' }), issue(3, { way: 'none', list: 'c' })],
  });
  const ask = (...subjects: string[]) =>
    daemon.ask('subscriptions.unsubscribe', { message_ids: subjects.map(daemon.ids) });
  const { ok, results } = await ask('Issue 1', 'Issue 2', 'Issue 3');
  assert.equal(ok, false);
  assert.deepEqual(
    results.map(({ method, status, open_url }) => [method, status, open_url]),
    [
      ['none', 'no_method', undefined],
      ['mailto', 'by_hand', 'mailto:leave@news.example?subject=off%20please'],
      ['link', 'by_hand', 'https://news.example/leave?issue=1'],
    ],
  );
  const [again] = (await ask('Issue 1')).results;
  assert.deepEqual([again?.status, again?.already, again?.open_url], ['by_hand', true, results[2]?.open_url]);
  assert.deepEqual(daemon.requests, []);
  await assert.rejects(
    ask('Issue 3'),
    (thrown) => thrown instanceof Failure && thrown.code === 'no_unsubscribe_method',
  );
});

test('a refusal may be asked again; of what nobody answered nobody knows, and it is not asked again', async (t) => {
  const timeout = new Failure('unavailable', 'fetch_timeout', 'It took too long.');
  const reset = Object.assign(new Error('The other side hung up.'), { code: 'ECONNRESET' });
  const cut = new Failure('provider', 'unreachable', 'It could not be reached.', { cause: reset });
  const answers = [() => 404, () => 200, () => Promise.reject(timeout), () => Promise.reject(cut), () => 302];
  const daemon = await listsDaemon(t, {
    mails: [
      issue(1),
      issue(2, { from: 'Slow <slow@news.example>' }),
      issue(3, { from: 'Cut <cut@news.example>' }),
      issue(4, { from: 'Elsewhere <elsewhere@news.example>' }),
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
  assert.match(again?.reason ?? '', /nobody knows/);
  assert.equal(daemon.requests.length, 3);
  assert.equal((await ask('Issue 3'))?.status, 'unknown');
  assert.deepEqual((await ask('Issue 4'))?.status, 'failed');
  await daemon.events.until('MutationCompleted', 5);
  assert.deepEqual(
    told(daemon).map(({ ok, succeeded, failed, skipped }) => ({ ok, succeeded, failed, skipped })),
    [
      { ok: false, succeeded: 0, failed: 1, skipped: 0 },
      { ok: true, succeeded: 1, failed: 0, skipped: 0 },
      { ok: false, succeeded: 0, failed: 0, skipped: 1 },
      { ok: false, succeeded: 0, failed: 0, skipped: 1 },
      { ok: false, succeeded: 0, failed: 1, skipped: 0 },
    ],
  );
});

test('of what was being asked when the daemon was killed nobody knows, and the next start sends nothing', async (t) => {
  const daemon = await listsDaemon(t, { mails: [issue(1)] });
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
