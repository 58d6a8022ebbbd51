import assert from 'node:assert/strict';
import { after, test, type TestContext } from 'node:test';
import { openWritable, sql } from '../../store/db.ts';
import { storeFiles } from '../../store/open.ts';
import { mail, testDaemon, type TestDaemon } from '../../test-daemon.ts';
import { until } from '../../test-until.ts';

const ben = 'Ben Okoro <ben.okoro@people.example>';
const benAddress = 'ben.okoro@people.example';
const own = 'Ada <ada@example.test>';
const hour = 60;
const day = 24 * hour;

/** Message number `at` of a thread, `minutesAgo` before the start of the test. */
type Written = { by: 'ada' | 'ben'; minutesAgo: number; text?: string; thread?: string; to?: string };

function messageOf({ by, minutesAgo, text = 'Hello.', thread = 'a', to = by === 'ada' ? ben : own }: Written): Buffer {
  const refersTo = `<root-${thread}@example.test>`;
  return mail({
    from: by === 'ada' ? own : ben,
    subject: `Plan ${thread}`,
    text,
    minutesAgo,
    id: `${by}-${thread}-${minutesAgo}@example.test`,
    headers: { To: to, 'In-Reply-To': refersTo, References: refersTo },
  });
}

async function daemonWith(t: Pick<TestContext, 'after'>, written: readonly Written[]) {
  const daemon = await testDaemon(t, {
    prepare: (providers) =>
      written.forEach((each) =>
        providers.get('ada')!.control.deliver(messageOf(each), { folder: each.by === 'ada' ? 'Sent' : 'INBOX' }),
      ),
  });
  await daemon.synced();
  return daemon;
}

const accountOf = async (daemon: TestDaemon) => (await daemon.ask('accounts.list')).accounts[0]!.account_id;
const relationship = async (daemon: TestDaemon, email = benAddress) =>
  (await daemon.ask('relationships.get', { account_id: await accountOf(daemon), email })).profile;

/** Ben answers within an hour or three, Ada within two or six; the last word in `b` is Ben's, in `c` Ada's. */
const written: Written[] = [
  { by: 'ada', thread: 'a', minutesAgo: 20 * day },
  { by: 'ben', thread: 'a', minutesAgo: 20 * day - hour },
  { by: 'ada', thread: 'a', minutesAgo: 20 * day - 3 * hour },
  { by: 'ben', thread: 'a', minutesAgo: 20 * day - 6 * hour },
  {
    by: 'ada',
    thread: 'a',
    minutesAgo: 20 * day - 12 * hour,
    text: 'Hi Ben,\n\nI will send you the plan on Friday.\n\nAda',
  },
  { by: 'ben', thread: 'b', minutesAgo: 8 * day },
  { by: 'ada', thread: 'c', minutesAgo: 5 * day },
];
const shared = await daemonWith({ after: () => undefined }, written);
after(() => shared.close());

test('statistics are counted from mail in both directions', async () => {
  const profile = await relationship(shared);
  const { months, ...statistics } = profile!.statistics;
  assert.deepEqual(statistics, {
    received_count: 3,
    sent_count: 4,
    conversation_count: 3,
    first_at: '2026-02-18T08:00:00.000Z',
    last_at: '2026-03-05T08:00:00.000Z',
    last_received_at: '2026-03-02T08:00:00.000Z',
    last_sent_at: '2026-03-05T08:00:00.000Z',
    their_cadence_days_p50: 0.2,
    your_cadence_days_p50: 0.4,
    your_reply_count: 2,
    your_reply_seconds_p50: 2 * 3600,
    their_reply_count: 2,
    their_reply_seconds_p50: 3600,
  });
  assert.deepEqual(months.slice(-2), [
    { month: '2026-02', received_count: 2, sent_count: 3 },
    { month: '2026-03', received_count: 1, sent_count: 1 },
  ]);
  assert.equal(months.length, 12);
});

test('who owes whom an answer is as in the modes', async () => {
  const profile = await relationship(shared);
  const subjects = (list: readonly { subject: string }[] = []) => list.map(({ subject }) => subject);
  assert.deepEqual([subjects(profile?.you_owe), subjects(profile?.they_owe)], [['Plan b'], ['Plan a', 'Plan c']]);
});

test('with a stranger and with oneself there is no relationship', async (t) => {
  assert.equal(await relationship(shared, 'nobody@people.example'), null);
  assert.equal(await relationship(shared, 'ada@example.test'), null);
  const daemon = await daemonWith(t, [{ by: 'ben', minutesAgo: day }]);
  assert.equal(await relationship(daemon), null, 'the user has not written to Ben');
  const account_id = await accountOf(daemon);
  assert.deepEqual(await daemon.ask('relationships.rebuild', { account_id, email: benAddress }), {
    kind: 'RelationshipProfile',
    profile: null,
    job_id: null,
  });
});

test('a rebuild reads all mail with the person, as a job: how both write, and what they have promised', async () => {
  const account_id = await accountOf(shared);
  assert.equal((await relationship(shared))?.style, null, 'mail of the first sync is not read');
  const { profile, job_id } = await shared.ask('relationships.rebuild', { account_id, email: benAddress });
  const { job } = await shared.ask('jobs.get', { job_id: job_id! });
  assert.deepEqual([job.kind, job.status, job.progress.succeeded], ['relationships.rebuild', 'succeeded', 7]);
  const events = (kind: 'OperationStarted' | 'OperationCompleted') =>
    shared.events.all(kind).filter(({ operation_id }) => operation_id === job_id).length;
  assert.deepEqual([events('OperationStarted'), events('OperationCompleted')], [1, 1]);
  assert.deepEqual(
    [profile?.style?.msg_count_used, profile?.style?.msg_count_used_theirs, profile?.style?.avg_sentence_len_theirs],
    [4, 3, 1],
  );
  assert.deepEqual(
    profile?.open_commitments?.map(({ what, direction }) => [what, direction]),
    [['I will send you the plan on Friday.', 'yours']],
  );
  assert.deepEqual(await relationship(shared), profile);
});

test('the profile of a sender contains the relationship', async () => {
  const { profile } = await shared.ask('people.sender', { account_id: await accountOf(shared), email: benAddress });
  assert.deepEqual(profile?.relationship, await relationship(shared));
});

test('statistics and style follow new and removed mail', async (t) => {
  const daemon = await daemonWith(t, written);
  const arriving: Written[] = [1, 2, 3].map((minutesAgo) => ({ by: 'ben', minutesAgo, text: 'Hey Ada, see you!' }));
  const sending: Written[] = [4, 5, 6].map((minutesAgo) => ({
    by: 'ada',
    minutesAgo,
    text: 'Dear Sir,\n\nplease find it.',
  }));
  for (const each of [...arriving, ...sending])
    daemon.server('ada').control.deliver(messageOf(each), { folder: each.by === 'ada' ? 'Sent' : 'INBOX' });
  await daemon.resync();
  await until('the new mail is read', async () => ((await relationship(daemon))?.style?.msg_count_used ?? 0) >= 3);
  await until('all of it', async () => (await relationship(daemon))?.style?.msg_count_used_theirs === 3);
  const { statistics, style } = (await relationship(daemon))!;
  assert.deepEqual([statistics.received_count, statistics.sent_count], [6, 7]);
  assert.deepEqual([style?.formality_score, style?.formality_score_theirs], [1, 0]);
});

test('after a regular correspondence falls silent, the profile says so', async (t) => {
  const weekly: Written[] = Array.from({ length: 12 }, (_, week) => ({
    by: week % 2 === 0 ? 'ben' : 'ada',
    minutesAgo: (40 + 7 * week) * day,
    thread: String(week),
  }));
  const daemon = await daemonWith(t, weekly);
  assert.deepEqual((await relationship(daemon))?.drift, {
    detected_at: '2026-02-26T08:00:00.000Z',
    reason: 'You used to write about every 7 days, and haven’t for 40 days.',
  });
  assert.equal((await relationship(shared))?.drift, null);
});

test('when an address becomes the user’s, its mail counts as theirs to others', async (t) => {
  const daemon = await daemonWith(t, written);
  const db = openWritable(storeFiles(daemon.dataDir).mail, { durability: 'normal' });
  t.after(() => db.close());
  db.run(sql`INSERT INTO account_addresses (account, email, is_primary) SELECT id, ${benAddress}, 0 FROM accounts`);
  assert.equal(await relationship(daemon), null);
});
