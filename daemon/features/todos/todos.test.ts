import assert from 'node:assert/strict';
import { after, test, type TestContext } from 'node:test';
import { openWritable, sql } from '../../store/db.ts';
import { storeFiles } from '../../store/open.ts';
import { mail, testDaemon, type TestDaemon } from '../../test-daemon.ts';
import { until } from '../../test-until.ts';

const ben = 'Ben Okoro <ben.okoro@people.example>';
/** The server of the account confirms the sender. */
const proven = { 'Authentication-Results': 'mx.example.test; dkim=pass header.d=people.example; dmarc=pass' };

/** Mail that the user has sent to Ben, so that Ben is no stranger. */
const question = () =>
  mail({ from: 'Ada <ada@example.test>', headers: { To: ben }, subject: 'Plans', text: 'How?', id: 'q@example.test' });
const answer = (text: string, more: { id?: string; minutesAgo?: number; headers?: Record<string, string> } = {}) =>
  mail({
    from: ben,
    subject: 'Re: Plans',
    text,
    id: 'a@people.example',
    minutesAgo: 30,
    ...more,
    headers: { 'In-Reply-To': '<q@example.test>', References: '<q@example.test>', ...proven, ...more.headers },
  });
const report = 'Hi Ada,\n\ncan you send me the report by Thursday?\n\nBen';

type Extra = { before?: readonly Buffer[]; config?: string };

/** A daemon to which `arriving` was delivered after the first sync. */
async function daemonWith(
  t: Pick<TestContext, 'after'>,
  arriving: readonly Buffer[],
  { before = [question()], config = '' }: Extra = {},
) {
  const daemon = await testDaemon(t, {
    config,
    prepare: (providers) =>
      before.forEach((each) => providers.get('ada')!.control.deliver(each, { folder: folderOf(each) })),
  });
  await daemon.synced();
  if (arriving.length > 0) await deliver(daemon, arriving);
  return daemon;
}

async function deliver(daemon: TestDaemon, messages: readonly Buffer[]) {
  for (const each of messages) daemon.server('ada').control.deliver(each, { folder: folderOf(each) });
  await daemon.resync();
}

function folderOf(message: Buffer): string {
  return message.toString().startsWith('From: Ada') ? 'Sent' : 'INBOX';
}

const todosOf = async (
  daemon: TestDaemon,
  state: 'open' | 'postponed' | 'done' | 'dismissed' | 'expired' | 'all' = 'open',
) => (await daemon.ask('todos.list', { state })).todos;

/** Waits until so many to-dos are open, because they are found after the mail is stored. */
async function openTodos(daemon: TestDaemon, count = 1) {
  await until(`${count} to-dos are open`, async () => (await todosOf(daemon)).length === count);
  return todosOf(daemon);
}

const dueSoon = async (daemon: TestDaemon) => (await daemon.ask('modes.now')).now.due_soon;

/** A daemon with one to-do, which the tests with it leave as it was; the last one moves its clock. */
const shared = await daemonWith({ after: () => undefined }, [answer(report)]);
after(() => shared.close());

test('a question in new mail becomes a to-do with its words, its date and the reason', async () => {
  const [todo] = await openTodos(shared);
  assert.ok(todo);
  const { kind, verb, title, why, due_at, due_words, when_label, person_label, span, overdue } = todo;
  assert.deepEqual(
    { kind, verb, title, why, due_at, due_words, when_label, person_label, overdue },
    {
      kind: 'question',
      verb: 'Reply',
      title: 'can you send me the report by Thursday?',
      why: 'Ben Okoro asked you.',
      due_at: '2026-03-12T22:59:59.999Z',
      due_words: 'by Thursday',
      when_label: 'Thursday',
      person_label: 'Ben Okoro',
      overdue: false,
    },
  );
  const { body } = await shared.ask('messages.body', { message_id: span?.message_id ?? '' });
  assert.equal(body.text_plain?.slice(span?.start ?? 0, span?.end ?? 0), title);
  const updated = shared.events.all('MailUpdated').flatMap(({ message_ids }) => message_ids);
  assert.ok(updated.includes(span?.message_id ?? ''), 'clients learn of it');
  const { threads } = await shared.ask('modes.membership', { thread_id: todo.thread_id });
  assert.deepEqual(
    threads[0]?.modes.map(({ mode, todo_ids }) => [mode, todo_ids]),
    [
      ['messages', undefined],
      ['todo', [todo.id]],
    ],
  );
  assert.deepEqual(threads[0]?.held_by, ['messages', 'todo']);
  const { rail } = await shared.ask('modes.rail');
  assert.deepEqual(
    rail.entries.filter(({ id }) => id === 'todo' || id === 'now').map(({ count, badge }) => count ?? badge),
    [1, 1],
  );
});

test('mail in the trash asks for nothing', async () => {
  const [todo] = await openTodos(shared);
  const { result } = await shared.ask('mutations.trash', { thread_ids: [todo?.thread_id] });
  assert.equal((await todosOf(shared)).length, 0);
  await shared.ask('mutations.undo', { mutation_id: result.mutation_id });
});

test('to-dos are ticked off with Done, and their conversation leaves the inbox once nothing holds it', async () => {
  const [todo] = await openTodos(shared);
  const thread_ids = [todo?.thread_id];
  const messages = await shared.ask('modes.done', { mode: 'messages', thread_ids });
  assert.deepEqual(
    [messages.items[0]?.still_in, messages.items[0]?.copy],
    [['todo'], 'Done in Messages. Still in To do.'],
  );
  const ticked = await shared.ask('modes.done', { mode: 'todo', thread_ids, todo_ids: [todo?.id] });
  assert.deepEqual(
    [ticked.items[0]?.todos_ticked, ticked.items[0]?.archived, ticked.items[0]?.copy],
    [[todo?.id], 1, 'Ticked 1 to-do. Archived in Ada.'],
  );
  await shared.ask('mutations.undo', { mutation_id: ticked.mutation_id });
  const { threads } = await shared.ask('modes.membership', { thread_id: todo?.thread_id });
  assert.deepEqual([threads[0]?.held_by, threads[0]?.done_in, threads[0]?.in_inbox], [['todo'], ['messages'], true]);
  await shared.ask('mutations.undo', { mutation_id: messages.mutation_id });
});

test('a to-do is ticked, dismissed and postponed, and each is undone', async () => {
  const [before] = await openTodos(shared);
  assert.ok(before);
  const todo_ids = [before.id];
  const undo = (mutation_id: string | null) => shared.ask('mutations.undo', { mutation_id });
  const completed = shared.events.all('MutationCompleted').length;
  const ticked = await shared.ask('todos.tick', { todo_ids });
  assert.deepEqual([ticked.todos[0]?.state, ticked.todos[0]?.done_at], ['done', '2026-03-10T08:00:00.000Z']);
  const { thread_ids } = await shared.events.until('MutationCompleted', completed + 1);
  assert.deepEqual(thread_ids, [before.thread_id]);
  assert.equal((await todosOf(shared)).length, 0);
  const { result } = await undo(ticked.mutation_id);
  assert.deepEqual(await todosOf(shared), [before]);
  await undo(result.mutation_id);
  assert.equal((await todosOf(shared, 'done')).length, 1);

  const dismissed = await shared.ask('todos.dismiss', { todo_ids });
  await assert.rejects(undo(ticked.mutation_id), { kind: 'conflict' });
  assert.equal((await todosOf(shared, 'dismissed')).length, 1);
  await undo(dismissed.mutation_id);
  await shared.ask('todos.tick', { todo_ids, done: false });
  const postponed = await shared.ask('todos.postpone', { todo_ids, until: 'tomorrow' });
  assert.equal(postponed.todos[0]?.scheduled_for, '2026-03-11T08:00:00.000Z');
  assert.equal((await shared.ask('modes.now')).now.next_at, '2026-03-11T08:00:00.000Z', 'clients ask again then');
  assert.deepEqual([(await todosOf(shared)).length, (await todosOf(shared, 'postponed')).length], [0, 1]);
  shared.clock.advance(24 * 3_600_000);
  assert.equal((await todosOf(shared)).length, 1);
  await assert.rejects(shared.ask('todos.tick', { todo_ids: ['00000000-0000-5000-8000-000000000001'] }), {
    kind: 'missing',
  });
});

test('mail of the first sync has no to-dos until the user asks for them', async (t) => {
  const daemon = await daemonWith(t, [], { before: [question(), answer(report)] });
  assert.deepEqual(await todosOf(daemon, 'all'), []);
  const { job_id } = await daemon.ask('todos.scan', { since_days: 7 });
  const [todo] = await openTodos(daemon);
  assert.equal(todo?.catchup, true);
  await until('the job ends', async () =>
    (await daemon.ask('jobs.list')).jobs.some((job) => job.job_id === job_id && job.status === 'succeeded'),
  );
  await daemon.ask('todos.dismiss', { todo_ids: [todo?.id] });
  assert.equal((await daemon.ask('todos.scan', { since_days: 7, wait: true })).found, 0);
  assert.deepEqual((await todosOf(daemon)).length, 0);
});

test('a search for to-dos tells who waits for it what it found, and reports its progress', async (t) => {
  const daemon = await daemonWith(t, [], { before: [question(), answer(report)] });
  const { job_id, found } = await daemon.ask('todos.scan', { wait: true });
  assert.equal(found, 1);
  assert.equal((await todosOf(daemon)).length, 1);
  const isOfScan = ({ operation_id }: { operation_id: string }) => operation_id === job_id;
  await until('the end is announced', () => daemon.events.all('OperationCompleted').some(isOfScan));
  assert.equal(daemon.events.all('OperationCompleted').find(isOfScan)?.message, '1 new to-do.');
  assert.equal(daemon.events.all('OperationStarted').find(isOfScan)?.operation, 'scan-todos');
});

test('a question is done once the user has answered, and open again if the user says so', async (t) => {
  const daemon = await daemonWith(t, [answer(report)]);
  const [todo] = await openTodos(daemon);
  const reply = mail({
    from: 'Ada <ada@example.test>',
    headers: { To: ben, 'In-Reply-To': '<a@people.example>', References: '<q@example.test> <a@people.example>' },
    subject: 'Re: Plans',
    text: 'I’ll send it to you tomorrow.',
    id: 'r@example.test',
    minutesAgo: 5,
  });
  await deliver(daemon, [reply]);
  // The answer contains a promise.
  await until('the promise is found', async () => (await todosOf(daemon)).some(({ kind }) => kind === 'commitment'));
  const [promise, ...others] = await todosOf(daemon);
  assert.deepEqual(
    [promise?.title, promise?.why, others],
    ['I’ll send it to you tomorrow.', 'You wrote this to Ben Okoro.', []],
  );
  assert.deepEqual(
    (await todosOf(daemon, 'done')).map(({ id }) => id),
    [todo?.id],
  );
  await daemon.ask('todos.tick', { todo_ids: [todo?.id], done: false });
  assert.equal((await todosOf(daemon)).length, 2);
});

test('Now shows what is due soon of people the user knows, and nothing of strangers, each person once', async (t) => {
  const stranger = mail({
    from: 'Cleo Lind <cleo.lind@people.example>',
    subject: 'Contract',
    text: 'Hi Ada,\n\ncan you please sign the contract by Thursday?\n\nThanks\nCleo',
    id: 'c@people.example',
    headers: proven,
  });
  const daemon = await daemonWith(t, [answer(report), stranger]);
  const todos = await openTodos(daemon, 2);
  // Ben waits for an answer, so that he is among the people.
  assert.deepEqual([(await dueSoon(daemon)).todos, (await daemon.ask('modes.now')).now.people.total], [[], 1]);
  await daemon.ask('modes.done', {
    mode: 'messages',
    thread_ids: [...new Set(todos.map(({ thread_id }) => thread_id))],
  });
  const { todos: due, total } = await dueSoon(daemon);
  assert.deepEqual(
    [due.map(({ todo, why }) => [todo.person_label, why]), total],
    [[['Ben Okoro', 'Ben Okoro asked you.']], 1],
  );
  assert.equal((await daemon.ask('modes.now')).now.headline, '1 to-do is due soon.');
});

test('an invitation is a to-do until it is answered, cancelled or over, and an update takes its place', async (t) => {
  const daemon = await daemonWith(t, [invitation('REQUEST', 0)]);
  const [todo] = await openTodos(daemon);
  assert.deepEqual([todo?.kind, todo?.title, todo?.due_at], ['invitation', 'Supper', '2026-03-11T19:00:00.000Z']);
  await deliver(daemon, [invitation('REQUEST', 1)]);
  await until('the update is read', async () => (await todosOf(daemon))[0]?.id !== todo?.id);
  assert.equal((await todosOf(daemon, 'all')).length, 1);
  await deliver(daemon, [invitation('CANCEL', 2)]);
  await until('the event is cancelled', async () => (await todosOf(daemon)).length === 0);
  assert.equal((await todosOf(daemon, 'done')).length, 1);
});

test('an invitation expires when the event begins, and is done once it is answered', async (t) => {
  const daemon = await daemonWith(t, [invitation('REQUEST', 0)]);
  const [todo] = await openTodos(daemon);
  const message_id = todo?.source_message_id ?? '';
  await until(
    'the calendar is read',
    async () => (await daemon.ask('invites.ofMessage', { message_id })).invite !== null,
  );
  await daemon.ask('invites.reply', { message_id, action: 'accept' });
  assert.deepEqual([(await todosOf(daemon)).length, (await todosOf(daemon, 'done')).length], [0, 1]);
  await daemon.ask('todos.tick', { todo_ids: [todo?.id], done: false });
  assert.equal((await todosOf(daemon)).length, 1);
  daemon.clock.advance(2 * 86_400_000);
  assert.deepEqual([(await todosOf(daemon)).length, (await todosOf(daemon, 'expired')).length], [0, 1]);
});

test('new mail that was stored before a crash and not read yet is read afterwards, once', async (t) => {
  const daemon = await daemonWith(t, [answer(report)]);
  const [todo] = await openTodos(daemon);
  await daemon.close();
  // As a crash leaves it after the message was stored.
  const db = openWritable(storeFiles(daemon.dataDir).mail, { durability: 'normal' });
  db.run(sql`INSERT INTO todo_queue (message) SELECT message FROM todos`);
  db.run(sql`DELETE FROM todos`);
  db.close();
  const again = await testDaemon(t, { dataDir: daemon.dataDir });
  assert.deepEqual(await openTodos(again), [todo]);
});

function invitation(method: 'REQUEST' | 'CANCEL', sequence: number): Buffer {
  const event = [
    `UID:supper@people.example\nSEQUENCE:${sequence}\nDTSTAMP:2026030${sequence + 1}T080000Z\nSUMMARY:Supper`,
    'DTSTART:20260311T190000Z\nDTEND:20260311T210000Z\nORGANIZER:mailto:ben.okoro@people.example',
    'ATTENDEE;PARTSTAT=NEEDS-ACTION:mailto:ada@example.test',
  ];
  const parts = [
    '--b\nContent-Type: text/plain\n\nSupper on Wednesday.',
    `--b\nContent-Type: text/calendar; charset=utf-8; method=${method}\n`,
    `BEGIN:VCALENDAR\nMETHOD:${method}\nBEGIN:VEVENT\n${event.join('\n')}\nEND:VEVENT\nEND:VCALENDAR`,
    '--b--',
  ];
  const headers = { 'Content-Type': 'multipart/alternative; boundary=b' };
  return mail({ from: ben, subject: 'Supper', text: parts.join('\n'), id: `i${sequence}@people.example`, headers });
}
