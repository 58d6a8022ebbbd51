import assert from 'node:assert/strict';
import { after, test, type TestContext } from 'node:test';
import { openWritable, sql } from '../../store/db.ts';
import { storeFiles } from '../../store/open.ts';
import { ada, bob, mail, testDaemon, type TestDaemon } from '../../test-daemon.ts';
import { until } from '../../test-until.ts';

const ben = 'Ben Okoro <ben.okoro@people.example>';
const own = 'Ada <ada@example.test>';
const day = 24 * 60;

/** Mail that the user has sent to Ben, so that Ben is no stranger. */
const question = () => mail({ from: own, headers: { To: ben }, subject: 'Plans', text: 'How?', id: 'q@example.test' });
type More = { id?: string; minutesAgo?: number; headers?: Record<string, string> };
const fromBen = (text: string, more: More = {}) =>
  mail({
    from: ben,
    subject: 'Re: Plans',
    text,
    id: 'b@people.example',
    minutesAgo: 30,
    ...more,
    headers: { 'In-Reply-To': '<q@example.test>', References: '<q@example.test>', ...more.headers },
  });
const toBen = (text: string, more: More = {}) =>
  mail({
    from: own,
    subject: 'Re: Plans',
    text,
    id: 'o@example.test',
    minutesAgo: 20,
    ...more,
    headers: { To: ben, 'In-Reply-To': '<q@example.test>' },
  });

async function deliver(daemon: TestDaemon, messages: readonly Buffer[]) {
  for (const each of messages) {
    const folder = each.toString().startsWith('From: Ada') ? 'Sent' : 'INBOX';
    daemon.server('ada').control.deliver(each, { folder });
  }
  await daemon.resync();
}

async function daemonWith(t: Pick<TestContext, 'after'>, before: readonly Buffer[], arriving: readonly Buffer[]) {
  const daemon = await testDaemon(t, {
    prepare: (providers) =>
      before.forEach((each) =>
        providers
          .get('ada')!
          .control.deliver(each, { folder: each.toString().startsWith('From: Ada') ? 'Sent' : 'INBOX' }),
      ),
  });
  await daemon.synced();
  if (arriving.length > 0) await deliver(daemon, arriving);
  return daemon;
}

type Filter = Parameters<TestDaemon['ask']>[1];
const listed = async (daemon: TestDaemon, filter: Filter = {}) =>
  (await daemon.ask('commitments.list', filter)).commitments;
const found = (daemon: TestDaemon, count: number) =>
  until(`${count} commitments are known`, async () => (await listed(daemon)).length === count);

const promised = 'Hi Ben,\n\nthanks! I’ll send you the plan by Thursday.\n\nAda';
const answered = 'Hi Ada,\n\nI will call the printer tomorrow.\n\nBen';

/** Which the tests leave as it was; the last one moves its clock. */
const shared = await daemonWith({ after: () => undefined }, [question()], [toBen(promised), fromBen(answered)]);
after(() => shared.close());

test('promises of both sides are found in new mail, with their words, their date and who owes them', async () => {
  await found(shared, 2);
  const all = await listed(shared);
  assert.deepEqual(
    all.map(({ direction, who_owes, what, by_when, due_words, email, status, overdue }) => ({
      direction,
      who_owes,
      what,
      by_when,
      due_words,
      email,
      status,
      overdue,
    })),
    [
      {
        direction: 'theirs',
        who_owes: 'Ben Okoro',
        what: 'I will call the printer tomorrow.',
        by_when: '2026-03-11T22:59:59.999Z',
        due_words: 'tomorrow',
        email: 'ben.okoro@people.example',
        status: 'open',
        overdue: false,
      },
      {
        direction: 'yours',
        who_owes: 'you',
        what: 'I’ll send you the plan by Thursday.',
        by_when: '2026-03-12T22:59:59.999Z',
        due_words: 'by Thursday',
        email: 'ben.okoro@people.example',
        status: 'open',
        overdue: false,
      },
    ],
  );
  for (const { evidence_msg_id, span, what } of all) {
    const { body } = await shared.ask('messages.body', { message_id: evidence_msg_id });
    assert.equal(body.text_plain?.slice(span.start ?? 0, span.end ?? 0), what);
  }
});

test('the list is by account, person, direction, status and conversation', async () => {
  const [theirs, yours] = await listed(shared);
  const ids = async (filter: Filter) => (await listed(shared, filter)).map(({ id }) => id);
  assert.deepEqual(await ids({ account_id: yours?.account_id }), [theirs?.id, yours?.id]);
  assert.deepEqual(await ids({ direction: 'yours' }), [yours?.id]);
  assert.deepEqual(await ids({ email: 'BEN.okoro@people.example', direction: 'theirs' }), [theirs?.id]);
  assert.deepEqual(await ids({ email: 'ada@example.test' }), []);
  assert.deepEqual(await ids({ status: 'resolved' }), []);
  assert.deepEqual(await ids({ thread_id: yours?.thread_id }), [theirs?.id, yours?.id]);
  assert.deepEqual(await ids({ limit: 1 }), [theirs?.id]);
});

test('the promise of the user and its to-do are one: what settles one settles the other, and undo opens both', async () => {
  const [, yours] = await listed(shared);
  const todos = async () => (await shared.ask('todos.list', { state: 'all' })).todos;
  assert.deepEqual(
    (await todos()).map(({ id, kind, state }) => [id, kind, state]),
    [[yours?.id, 'commitment', 'open']],
    'what Ben has promised is nothing to do',
  );
  const resolved = await shared.ask('commitments.resolve', { commitment_id: yours?.id });
  assert.equal((await todos())[0]?.state, 'done');
  const [kept] = await listed(shared, { status: 'resolved' });
  assert.deepEqual([kept?.id, kept?.resolved_at], [yours?.id, shared.clock.now().toISOString()]);
  assert.equal((await shared.ask('commitments.resolve', { commitment_id: yours?.id })).mutation_id, null, 'once');
  await shared.ask('mutations.undo', { mutation_id: resolved.mutation_id! });
  assert.deepEqual([(await todos())[0]?.state, (await listed(shared))[1]?.status], ['open', 'open']);
  const ticked = await shared.ask('todos.tick', { todo_ids: [yours?.id] });
  assert.equal((await listed(shared, { direction: 'yours' }))[0]?.status, 'resolved');
  await shared.ask('mutations.undo', { mutation_id: ticked.mutation_id! });
});

test('what was dismissed is not listed or found again, and undo brings it back', async () => {
  const [theirs] = await listed(shared);
  const { mutation_id } = await shared.ask('commitments.dismiss', { commitment_id: theirs?.id });
  await shared.ask('commitments.scan', { wait: true });
  assert.deepEqual((await listed(shared)).length, 1);
  assert.equal((await shared.ask('commitments.resolve', { commitment_id: theirs?.id })).mutation_id, null);
  await shared.ask('mutations.undo', { mutation_id: mutation_id! });
  assert.equal((await listed(shared)).length, 2);
});

test('an unknown commitment is an error', async () => {
  await assert.rejects(shared.ask('commitments.resolve', { commitment_id: crypto.randomUUID() }), {
    code: 'not_found',
  });
});

test('a later message of whoever owes it may have kept it', async (t) => {
  const later = (message: Buffer) => deliver(daemon, [message]);
  const daemon = await daemonWith(t, [question()], [toBen(promised), fromBen(answered)]);
  await found(daemon, 2);
  assert.deepEqual(
    (await listed(daemon)).map(({ looks_kept_by }) => looks_kept_by),
    [null, null],
  );
  await later(fromBen('Done.', { id: 'done@people.example', minutesAgo: 1 }));
  const [theirs] = await listed(daemon);
  const { body } = await daemon.ask('messages.body', { message_id: theirs?.looks_kept_by ?? '' });
  assert.equal(body.text_plain?.trim(), 'Done.');
});

test('a job finds promises in mail that was here before, old ones as expired, and tells how far it is', async (t) => {
  const old = (id: string, minutesAgo: number) => ({ id, minutesAgo });
  const daemon = await daemonWith(
    t,
    [
      question(),
      toBen('I will send it next week.', old('old@example.test', 10 * day)),
      fromBen('I’ll be back in touch.', old('older@people.example', 400 * day)),
    ],
    [],
  );
  assert.deepEqual(await listed(daemon), []);
  const { found: count, job_id } = await daemon.ask('commitments.scan', { wait: true });
  assert.equal(count, 1);
  assert.equal((await daemon.ask('commitments.scan', { wait: true })).found, 0);
  const { job } = await daemon.ask('jobs.get', { job_id });
  assert.deepEqual([job.status, job.progress.total, job.progress.succeeded], ['succeeded', 2, 2]);
  const completed = () => daemon.events.all('OperationCompleted').map(({ operation_id }) => operation_id);
  await until('the end of the job is announced', () => completed().includes(job_id));
  await daemon.ask('commitments.scan', { since_days: 3_650, wait: true });
  assert.deepEqual(
    (await listed(daemon)).map(({ what, status }) => [what, status]),
    [
      ['I’ll be back in touch.', 'expired'],
      ['I will send it next week.', 'open'],
    ],
  );
});

test('new mail is read once, also after a crash between storing and reading', async (t) => {
  const daemon = await daemonWith(t, [question()], [toBen(promised)]);
  await found(daemon, 1);
  await daemon.close();
  const db = openWritable(storeFiles(daemon.dataDir).mail, { durability: 'normal' });
  db.run(sql`INSERT INTO todo_queue SELECT id FROM messages WHERE direction = 'outbound'`);
  db.run(sql`DELETE FROM todos`);
  db.close();
  const again = await testDaemon(t, { dataDir: daemon.dataDir });
  await found(again, 1);
});

test('when an address becomes the user’s, what its owner has promised is theirs to keep', async (t) => {
  const daemon = await testDaemon(t, {
    accounts: [ada, bob],
    prepare: (providers) => providers.get('ada')!.control.deliver(question(), { folder: 'Sent' }),
  });
  await daemon.synced();
  await deliver(daemon, [fromBen(answered)]);
  await found(daemon, 1);
  assert.equal((await listed(daemon))[0]?.direction, 'theirs');
  const db = openWritable(storeFiles(daemon.dataDir).mail, { durability: 'normal' });
  t.after(() => db.close());
  db.run(sql`UPDATE messages SET direction = 'outbound' WHERE from_email = 'ben.okoro@people.example'`);
  assert.equal((await listed(daemon))[0]?.direction, 'yours');
  assert.equal((await daemon.ask('todos.list')).todos.length, 1);
});

test('a promise is overdue after its day, and expires two weeks later', async () => {
  const yours = async () => (await listed(shared, { direction: 'yours' }))[0];
  shared.clock.advance(3 * 86_400_000);
  assert.deepEqual([(await yours())?.overdue, (await yours())?.status], [true, 'open']);
  shared.clock.advance(14 * 86_400_000);
  assert.deepEqual([(await yours())?.overdue, (await yours())?.status], [false, 'expired']);
});
