import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { answer, ben, daemonWith, modesOf, question, receipt, rowOf, issue, stranger } from './test-modes.ts';
import type { TestDaemon } from '../../test-daemon.ts';

/** For requests that change nothing, or that are undone. */
const shared = await daemonWith({ after: () => undefined }, [], [receipt(), issue(), stranger()]);
after(() => shared.close());

const foldersOf = (daemon: TestDaemon) =>
  ['INBOX', 'Archive'].map((folder) => daemon.server('ada').control.messagesIn(folder).length);

const done = async (daemon: TestDaemon, mode: string, subjects: readonly string[], more: object = {}) => {
  const rows = await Promise.all(subjects.map((subject) => rowOf(daemon, subject)));
  return daemon.ask('modes.done', { mode, thread_ids: rows.map(({ thread_id }) => thread_id), ...more });
};

const undo = (daemon: TestDaemon, mutation_id: string | null) => daemon.ask('mutations.undo', { mutation_id });

test('what is done in its last mode is archived and marked as read at the provider, and one undo reverts all of it', async (t) => {
  const daemon = await daemonWith(t, [], [receipt(), issue()]);
  const before = foldersOf(daemon);
  const { mutation_id, items } = await done(daemon, 'updates', ['Your order 112']);
  assert.deepEqual(
    items.map(({ marked, archived, marked_read, copy, provider }) => [marked, archived, marked_read, copy, provider]),
    [[true, 1, 1, 'Done. Archived in Ada.', 'Ada']],
  );
  await daemon.events.until('MutationCompleted');
  assert.deepEqual(foldersOf(daemon), [1, 1]);
  await undo(daemon, mutation_id);
  await daemon.events.until('MutationCompleted', 2);
  assert.deepEqual(foldersOf(daemon), before);
  assert.deepEqual(
    (await modesOf(daemon, 'Your order 112')).map(([mode]) => mode),
    ['updates'],
  );
  assert.equal((await rowOf(daemon, 'Your order 112')).unread, true);
});

test('a conversation that is done comes back when something newer arrives, and an undo of an earlier done changes nothing then', async (t) => {
  const daemon = await daemonWith(t, [question()], [answer()], '[modes]\narchive_on_last_done = false');
  const subject = 'Re: Question q';
  const first = await done(daemon, 'messages', [subject]);
  assert.deepEqual([first.items[0]?.copy, first.items[0]?.archived], ['Done in Messages.', 0]);
  assert.deepEqual(await modesOf(daemon, subject), []);
  assert.equal((await daemon.ask('modes.now')).now.people.total, 0);
  daemon.server('ada').control.deliver(answer(ben, 'q', { id: 'more@people.example', minutesAgo: 90 }));
  await daemon.resync();
  assert.deepEqual(
    (await modesOf(daemon, subject)).map(([mode]) => mode),
    ['messages'],
  );
  const second = await done(daemon, 'messages', [subject]);
  await assert.rejects(undo(daemon, first.mutation_id), { code: 'overtaken' });
  await undo(daemon, second.mutation_id);
  await undo(daemon, first.mutation_id);
  assert.equal((await modesOf(daemon, subject)).length, 1);
});

test('an undo can be undone, after which mail is done again', async (t) => {
  const daemon = await daemonWith(t, [], [receipt()]);
  const { mutation_id } = await done(daemon, 'updates', ['Your order 112']);
  const { result } = await undo(daemon, mutation_id);
  await undo(daemon, result.mutation_id);
  const { threads } = await daemon.ask('modes.membership', { message_id: (await rowOf(daemon, 'Your order 112')).id });
  assert.deepEqual([threads[0]?.done_in, threads[0]?.in_inbox], [['updates'], false]);
});

test('an agent needs the action archive to mark mail as done and to undo it, but not for a preview', async (t) => {
  const profile = (actions: string) =>
    `[agents.profiles.agent]\nsafety_policy = "full"\nallowed_accounts = ["ada"]\nallow_destructive = true\nallowed_destructive_actions = [${actions}]`;
  const agent = { origin: 'agent' } as const;
  const daemon = await daemonWith(t, [], [receipt()], profile('"trash"'));
  const { thread_id } = await rowOf(daemon, 'Your order 112');
  const input = { mode: 'updates', thread_ids: [thread_id] };
  await assert.rejects(daemon.ask('modes.done', input, agent), { kind: 'refused', code: 'policy' });
  assert.equal((await daemon.ask('modes.done', { ...input, dry_run: true }, agent)).items[0]?.archived, 1);
  const { mutation_id } = await daemon.ask('modes.done', input);
  await assert.rejects(daemon.ask('mutations.undo', { mutation_id }, agent), { kind: 'refused', code: 'policy' });
});

test('a new UIDVALIDITY brings nothing back that is done', async (t) => {
  const daemon = await daemonWith(t, [question()], [answer()], '[modes]\narchive_on_last_done = false');
  await done(daemon, 'messages', ['Re: Question q']);
  daemon.server('ada').control.resetFolder('INBOX');
  await daemon.resync();
  assert.deepEqual(await modesOf(daemon, 'Re: Question q'), []);
  assert.deepEqual((await daemon.ask('todos.list', { state: 'all' })).todos, []);
});

test('a dry run says what would be done, changes nothing, and its id is accepted by undo (checklist 161)', async () => {
  const events = shared.events.recordedEvents.length;
  const { mutation_id, items } = await done(shared, 'updates', ['Your order 112'], { dry_run: true });
  assert.deepEqual([items[0]?.archived, items[0]?.copy], [1, 'This is done in Updates and archived in Ada.']);
  const { result } = await undo(shared, mutation_id);
  assert.deepEqual([result.mutation_id, result.succeeded], [null, 0]);
  assert.equal((await modesOf(shared, 'Your order 112')).length, 1);
  assert.equal(shared.events.recordedEvents.length, events);
  assert.deepEqual((await shared.ask('mutations.history')).mutations, []);
});

test('done in the archive is refused, to-dos belong to To do, and senders to Updates and Reading (checklist 160)', async () => {
  const { thread_id, account_id } = await rowOf(shared, 'Your order 112');
  const ask = (mode: string, more: object) => shared.ask('modes.done', { mode, thread_ids: [thread_id], ...more });
  const sender = { account_id, sender_email: 'noreply@shop.example' };
  await assert.rejects(ask('archive', {}), { kind: 'invalid', code: 'not_in_archive' });
  await assert.rejects(ask('updates', { todo_ids: [thread_id] }), { kind: 'invalid', code: 'only_in_todo' });
  await assert.rejects(ask('messages', { sender }), { kind: 'invalid', code: 'only_for_senders' });
  await assert.rejects(ask('todo', { sender }), { kind: 'invalid', code: 'only_for_senders' });
  await assert.rejects(ask('elsewhere', {}), { kind: 'invalid', code: 'unknown_mode' });
  await assert.rejects(shared.ask('modes.done', { mode: 'updates' }), { kind: 'invalid' });
});

test('a conversation that cannot be done does not stop the others', async () => {
  const [order, news] = [await rowOf(shared, 'Your order 112'), await rowOf(shared, 'The News, issue 12')];
  const unknown = '00000000-0000-7000-8000-000000000001';
  const thread_ids = [unknown, news.thread_id, order.thread_id, order.thread_id];
  const first = await shared.ask('modes.done', { mode: 'Up-dates', thread_ids });
  assert.deepEqual(
    first.items.map(({ marked, error }) => [marked, error]),
    [
      [false, 'There is no such conversation.'],
      [false, 'It isn’t in Updates.'],
      [true, undefined],
      [false, 'This conversation is listed twice.'],
    ],
  );
  const second = await shared.ask('modes.done', { mode: 'updates', thread_ids: [order.thread_id] });
  assert.deepEqual([second.mutation_id, second.items[0]?.error], [null, 'It’s done already.']);
  await undo(shared, first.mutation_id);
});

test('all mail of a sender is done at once', async () => {
  const { account_id } = await rowOf(shared, 'The News, issue 12');
  const sender = { account_id, sender_email: 'News@news.example' };
  const { items, mutation_id } = await shared.ask('modes.done', { mode: 'reading', sender });
  assert.deepEqual(
    items.map(({ marked }) => marked),
    [true],
  );
  await undo(shared, mutation_id);
  const other = { account_id: '00000000-0000-5000-8000-000000000001', sender_email: 'news@news.example' };
  await assert.rejects(shared.ask('modes.done', { mode: 'reading', sender: other }), { kind: 'missing' });
});
