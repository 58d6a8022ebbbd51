import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openWritable, sql, type WriteDb } from '../../store/db.ts';
import { storeFiles } from '../../store/open.ts';
import { until } from '../../test-until.ts';
import { ada, bob, mail, testDaemon, type TestDaemon } from '../../test-daemon.ts';
import { businessSeconds } from './business-hours.ts';

const own = 'Ada <ada@example.test>';
const ben = 'Ben <ben@example.org>';
const [hour, day] = [60, 24 * 60];

type MessageOptions = {
  from?: string;
  to?: string;
  subject?: string;
  text?: string;
  minutesAgo: number;
  id?: string;
  answers?: string;
  headers?: Record<string, string>;
};

function rawMessage({
  from = own,
  to = own,
  subject = 'Hello',
  text = 'Hello.',
  id,
  answers,
  ...rest
}: MessageOptions): Buffer {
  const headers = {
    To: to,
    ...(id && { 'Message-ID': `<${id}>` }),
    ...(answers && { 'In-Reply-To': `<${answers}>`, References: `<${answers}>` }),
    ...rest.headers,
  };
  return mail({ from, subject, text, minutesAgo: rest.minutesAgo, headers });
}

const list = { 'List-Id': '<news.example>', 'List-Unsubscribe': '<https://news.example/leave>' };

/** Ada and Ben write to each other; Cleo only writes; Dora never answers; a newsletter comes in. */
async function openMailbox(t: Parameters<typeof testDaemon>[0]): Promise<TestDaemon> {
  const daemon = await testDaemon(t, {
    accounts: [ada, bob],
    prepare: (servers) => {
      const { deliver } = servers.get('ada')!.control;
      const [inbox, sent] = [{ folder: 'INBOX' }, { folder: 'Sent' }];
      deliver(rawMessage({ from: ben, id: 'b1@x', subject: 'Regatta', minutesAgo: 40 * day }), inbox);
      deliver(rawMessage({ to: ben, id: 'a1@x', answers: 'b1@x', minutesAgo: 40 * day - 2 * hour }), sent);
      deliver(rawMessage({ from: ben, id: 'b2@x', answers: 'a1@x', minutesAgo: 39 * day }), inbox);
      deliver(rawMessage({ to: ben, id: 'a2@x', answers: 'b2@x', minutesAgo: 39 * day - 4 * hour }), sent);
      for (const n of [1, 2, 3, 4, 5, 6])
        deliver(
          rawMessage({
            from: 'Cleo <cleo@example.org>',
            subject: `Question ${n}?`,
            text: 'Could you send me the plan for Friday?',
            minutesAgo: (20 + n) * day,
          }),
          inbox,
        );
      for (const n of [1, 2, 3])
        deliver(rawMessage({ to: 'Dora <dora@example.org>', subject: `Offer ${n}`, minutesAgo: (15 + n) * day }), sent);
      deliver(
        rawMessage({ from: 'News <news@news.example>', text: 'x'.repeat(5000), minutesAgo: day, headers: list }),
        inbox,
      );
      servers.get('bob')!.control.deliver(rawMessage({ from: ben, to: 'bob@example.test', minutesAgo: hour }));
    },
  });
  await daemon.synced();
  return daemon;
}

test('reports say who takes space, who waits, and how evenly people write', async (t) => {
  const daemon = await openMailbox(t);
  const { ask } = daemon;
  const [account_id, other] = await accountIdsOf(daemon);
  const senders = (await ask('analytics.storage', { account_id })).rows;
  const expected = withStore(daemon, (db) =>
    db.all<{ key: string; bytes: number; count: number }>(sql`
    SELECT lower(m.from_email) AS key, sum(size) AS bytes, count(*) AS count FROM messages m JOIN accounts a ON a.id = m.account
    WHERE a.account_id = ${account_id ?? ''} GROUP BY 1 ORDER BY bytes DESC`),
  );
  assert.deepEqual(
    senders.map(({ key, bytes, count }) => ({ key, bytes, count })).toSorted(byKey),
    expected.toSorted(byKey),
  );
  assert.deepEqual([senders[0]?.key, senders[0]?.name], ['news@news.example', 'News']);
  assert.deepEqual(
    (await ask('analytics.storage', { account_id, group_by: 'label' })).rows
      .toSorted(byKey)
      .map(({ key, count }) => [key, count]),
    [
      ['Inbox', 9],
      ['Sent', 5],
    ],
  );
  const [largest] = (await ask('analytics.largest', { limit: 1 })).rows;
  assert.equal(largest?.from_email, 'news@news.example');
  assert.deepEqual((await ask('analytics.largest', { since_days: 1, account_id: other })).rows.length, 1);

  const mine = (await ask('analytics.staleThreads', { older_than_days: 14 })).rows;
  assert.deepEqual(
    mine.map(({ counterparty_email }) => counterparty_email),
    Array(6).fill('cleo@example.org'),
  );
  assert.deepEqual(
    mine.map(({ days_stale }) => days_stale),
    [26, 25, 24, 23, 22, 21],
  );
  const theirs = (await ask('analytics.staleThreads', { perspective: 'counterparty' })).rows;
  assert.deepEqual(
    theirs.map(({ counterparty_email }) => counterparty_email),
    ['ben@example.org', ...Array<string>(3).fill('dora@example.org')],
  );
  assert.deepEqual([mine[0]?.counterparty_name, theirs[1]?.counterparty_name], ['Cleo', 'Dora']);

  const { rows } = await ask('analytics.asymmetry', { account_id });
  assert.deepEqual(
    rows.map(({ email, total_inbound, total_outbound, asymmetry }) => [
      email,
      total_inbound,
      total_outbound,
      asymmetry,
    ]),
    [['cleo@example.org', 6, 0, 1]],
  );
  const cold = (await ask('analytics.decay', { account_id })).rows;
  assert.deepEqual(
    cold.map(({ email, days_since_inbound }) => [email, days_since_inbound]),
    [['ben@example.org', 39]],
  );
  assert.deepEqual((await ask('analytics.decay', {})).rows, [], 'Ben has written to the other account');
});

async function accountIdsOf({ ask }: Pick<TestDaemon, 'ask'>): Promise<string[]> {
  return (await ask('accounts.list')).accounts.map(({ account_id }) => account_id);
}

function withStore<T>({ dataDir }: Pick<TestDaemon, 'dataDir'>, work: (db: WriteDb) => T): T {
  const db = openWritable(storeFiles(dataDir).mail, { durability: 'full' });
  try {
    return work(db);
  } finally {
    db.close();
  }
}

const byKey = (one: { key: string }, other: { key: string }) => one.key.localeCompare(other.key);

test('response times count the first reply to each message, in clock time and in business hours', async (t) => {
  const { ask } = await openMailbox(t);
  const { summary } = await ask('analytics.responseTime', { direction: 'incoming' });
  assert.deepEqual(
    [summary.direction, summary.sample_count, summary.clock_p50_seconds, summary.clock_p90_seconds],
    ['i_replied', 2, 2 * 3600, 4 * 3600],
  );
  assert.deepEqual(
    summary.histogram.map(({ count }) => count),
    [0, 0, 0, 0, 2, 0, 0, 0],
  );
  const theirs = await ask('analytics.responseTime', { counterparty: 'BEN@example.org' });
  assert.deepEqual([theirs.summary.direction, theirs.summary.sample_count], ['they_replied', 1]);
  assert.equal((await ask('analytics.responseTime', { counterparty: 'cleo@example.org' })).summary.sample_count, 0);
  assert.equal((await ask('analytics.responseTime', { since_days: 30 })).summary.sample_count, 0);
  await assert.rejects(ask('analytics.responseTime', { direction: 'both' }), { kind: 'invalid' });
});

test('business hours are Monday to Friday from 9:00 to 17:00', () => {
  const at = (text: string) => Date.parse(`${text}Z`) / 1000;
  const hours = (from: string, to: string) => businessSeconds(at(from), at(to)) / 3600;
  assert.equal(hours('2026-03-06T16:00', '2026-03-09T10:00'), 2);
  assert.equal(hours('2026-03-07T08:00', '2026-03-08T20:00'), 0);
  assert.equal(hours('2026-03-02T00:00', '2026-03-09T00:00'), 40);
  assert.equal(hours('2026-03-10T12:00', '2026-03-10T11:00'), 0);
  assert.equal(hours('1969-12-29T08:00', '1970-01-02T18:00'), 40);
});

test('the address of a mailing list is not someone who never replied', async (t) => {
  const daemon = await testDaemon(t, {
    accounts: [ada],
    prepare: (servers) => {
      const { deliver } = servers.get('ada')!.control;
      const garden = { from: ben, to: 'garden@lists.example', headers: { 'List-Id': 'Garden <Garden.lists.example>' } };
      deliver(rawMessage({ ...garden, minutesAgo: day }), { folder: 'INBOX' });
      for (const n of [1, 2, 3])
        deliver(rawMessage({ to: 'garden@lists.example', subject: `Seeds ${n}`, minutesAgo: n * day }), {
          folder: 'Sent',
        });
    },
  });
  await daemon.synced();
  const { summary } = await daemon.ask('analytics.wrapped', { since_unix: 0 });
  assert.deepEqual([summary.top_contacts.most_emailed_by_me[0]?.count, summary.newsletters.unique_lists], [3, 1]);
  assert.equal(summary.superlatives.most_ghosted, null);
});

test('a look back covers a period', async (t) => {
  const daemon = await openMailbox(t);
  const { ask } = daemon;
  const [account_id] = await accountIdsOf(daemon);
  const { summary } = await ask('analytics.wrapped', { account_id, since_unix: 0, label: 'all' });
  assert.deepEqual([summary.label, summary.window_start], ['all', '1970-01-01T00:00:00.000Z']);
  assert.deepEqual(summary.volume, { inbound_count: 9, outbound_count: 5, thread_count: 11 });
  assert.deepEqual(
    summary.top_contacts.most_emailed_by_me.map(({ email, count }) => [email, count]),
    [
      ['dora@example.org', 3],
      ['ben@example.org', 2],
    ],
  );
  assert.deepEqual(
    summary.top_contacts.most_emailed_to_me.map(({ email, count }) => [email, count]),
    [
      ['cleo@example.org', 6],
      ['ben@example.org', 2],
    ],
  );
  assert.deepEqual(summary.newsletters, {
    unique_lists: 1,
    list_share_of_inbound_pct: 11.1,
    top_list: { list_id: 'news.example', message_count: 1, opened_count: 0 },
  });
  assert.deepEqual(summary.superlatives.most_ghosted, {
    email: 'dora@example.org',
    inbound_count: 0,
    outbound_count: 3,
  });
  assert.deepEqual(
    [summary.superlatives.longest_thread?.message_count, summary.superlatives.longest_thread?.subject],
    [4, 'Regatta'],
  );
  assert.deepEqual(
    [summary.reply_discipline?.fastest?.latency_seconds, summary.reply_discipline?.slowest?.latency_seconds],
    [7200, 14_400],
  );
  assert.equal(
    summary.time_patterns.hour_distribution.reduce((sum, n) => sum + n, 0),
    14,
  );
  assert.equal(
    summary.time_patterns.day_of_week_distribution.reduce((sum, n) => sum + n, 0),
    14,
  );
  const empty = (await ask('analytics.wrapped', { account_id, since_unix: 0, until_unix: 10 })).summary;
  assert.deepEqual([empty.time_patterns.busiest_date, empty.reply_discipline], [null, null]);
  await assert.rejects(ask('analytics.wrapped', { since_unix: 20, until_unix: 10 }), { code: 'empty_period' });
});

test('a rebuild corrects directions and contacts as a job with six steps, for the accounts that the caller sees', async (t) => {
  const daemon = await openMailbox(t);
  const { ask } = daemon;
  const [account_id] = await accountIdsOf(daemon);
  withStore(daemon, (db) => {
    db.run(sql`UPDATE messages SET direction = 'inbound' WHERE from_email = 'ada@example.test'`);
    db.run(sql`
      UPDATE messages SET direction = 'outbound' WHERE from_email = 'cleo@example.org' AND subject = 'Question 1?'`);
    db.run(sql`DELETE FROM contacts`);
  });
  const only = { origin: 'script', token_id: 'limited', only: [account_id ?? ''] } as const;
  const { kind: _, ...limited } = await ask('analytics.rebuild', {}, only);
  assert.deepEqual(
    [limited.directions_reclassified, limited.reply_pairs_resolved, limited.contacts_rows > 0],
    [6, 3, true],
  );
  const completed = () =>
    daemon.events.all('OperationCompleted').filter(({ operation }) => operation === 'rebuild-analytics');
  await until('the rebuild is announced', () => completed().length > 0);
  const [done] = completed();
  assert.equal(done?.account_id, account_id);
  const progress = daemon.events.all('OperationProgress').filter((each) => each.operation_id === done?.operation_id);
  assert.deepEqual([progress.length > 0, progress.every(({ total }) => total === 6)], [true, true]);
  assert.equal((await ask('jobs.get', { job_id: done?.operation_id ?? '' })).job.status, 'succeeded');
  const { rows } = await ask('analytics.refreshContacts');
  assert.equal(
    rows,
    withStore(daemon, (db) => db.get<{ n: number }>(sql`SELECT count(*) AS n FROM contacts`)?.n),
  );
  assert.equal((await ask('analytics.rebuild', {})).directions_reclassified, 0);
});
