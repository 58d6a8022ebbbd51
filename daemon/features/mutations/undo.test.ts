import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ada, bob } from '../../test-daemon.ts';
import { until } from '../../test-until.ts';
import type { FakeProvider } from '../../providers/fake/provider.ts';
import { daemonWithMessages, messagesByFolder, storedState, type MessagesDaemon } from './test-mutations.ts';

const archived = async (daemon: MessagesDaemon, message_ids = daemon.ids()) => {
  const { result } = await daemon.ask('mutations.archive', { message_ids });
  await daemon.events.until('MutationCompleted', daemon.events.all('MutationCompleted').length + 1);
  return result.mutation_id ?? '';
};

test('undoing a mutation that was undone, is a day old or never existed is an error and changes nothing (checklist 97)', async (t) => {
  const daemon = await daemonWithMessages(t);
  const undo = (mutation_id: string) => daemon.ask('mutations.undo', { mutation_id });
  await assert.rejects(undo('0195804f-3c2a-7d41-9b06-5e8d2f61c7a4'), { kind: 'missing', code: 'not_found' });
  await assert.rejects(undo('x'), { kind: 'invalid', code: 'malformed_id' });
  const mutation_id = await archived(daemon);
  await undo(mutation_id);
  const before = storedState(daemon);
  await assert.rejects(undo(mutation_id), { kind: 'conflict', code: 'already_undone' });
  const nothing = await daemon.ask('mutations.read', { message_ids: daemon.ids(), read: false });
  await assert.rejects(undo(nothing.result.mutation_id ?? ''), { kind: 'conflict', code: 'nothing_to_undo' });
  assert.deepEqual(storedState(daemon), before);

  const late = await archived(daemon);
  const afterwards = storedState(daemon);
  daemon.clock.advance(24 * 3_600_000 - 1000);
  assert.equal((await daemon.ask('mutations.get', { mutation_id: late })).mutation.undoable, true);
  daemon.clock.advance(1000);
  // It may be deleted by now.
  await assert.rejects(undo(late), ({ code }: { code: string }) => ['undo_expired', 'not_found'].includes(code));
  assert.deepEqual(storedState(daemon), afterwards);
  // A mutation stays in the history until the server has carried it out.
  await until('the history no longer lists it', async () =>
    (await daemon.ask('mutations.history')).mutations.every((one) => one.mutation_id !== late),
  );
});

test('changes that another program made since stay, and the rest is reverted', async (t) => {
  const daemon = await daemonWithMessages(t, { messageCount: 2 });
  const server = daemon.server('ada');
  const mutation_id = await archived(daemon);
  const [moved] = server.control.messagesIn('Archive');
  server.control.move('Archive', moved?.uid ?? 0, 'House');
  await daemon.resync();
  const undone = await daemon.ask('mutations.undo', { mutation_id });
  assert.deepEqual([undone.ok, undone.result.succeeded, undone.result.skipped], [false, 1, 1]);
  assert.match(undone.result.outcomes[0]?.reason ?? '', /changed since/);
  await daemon.events.until('MutationCompleted', 2);
  assert.deepEqual(messagesByFolder(server), { INBOX: ['1'], House: ['0'] });

  const again = await archived(daemon, daemon.ids().slice(1));
  const [last] = server.control.messagesIn('Archive');
  server.control.move('Archive', last?.uid ?? 0, 'House');
  await daemon.resync();
  const before = storedState(daemon);
  await assert.rejects(daemon.ask('mutations.undo', { mutation_id: again }), { kind: 'conflict', code: 'overtaken' });
  assert.deepEqual([storedState(daemon), messagesByFolder(server)], [before, { House: ['0', '1'] }]);
});

/** A server that refuses every operation. */
function refusing(server: FakeProvider): FakeProvider {
  const outcome = { ok: false, error: 'The folder is full.', retryable: false } as const;
  return { ...server, apply: async (operations) => operations.map(() => outcome) };
}

test('an operation that a server refuses is reverted, and announced under the same id and the caller’s correlation id (checklist 96)', async (t) => {
  const daemon = await daemonWithMessages(t, {
    messageCount: 2,
    prepare: (servers) => void servers.set('ada', refusing(servers.get('ada')!)),
  });
  const before = storedState(daemon);
  const asked = { message_ids: daemon.ids() };
  const caller = { origin: 'script' } as const;
  const key = { idempotencyKey: 'digest-1' };
  const replies = [1, 2].map(() => daemon.dispatch('mutations.archive', asked, caller, key));
  const [first, second] = (await Promise.all(replies)) as { result: { mutation_id: string } }[];
  assert.deepEqual(first, second);
  const completed = await daemon.events.until('MutationCompleted');
  const { mutation_id, ok, succeeded, failed } = completed;
  assert.deepEqual([mutation_id, ok, succeeded, failed], [first?.result.mutation_id, false, 0, 2]);
  const failure = await daemon.events.until('MutationReconciliationFailed');
  assert.deepEqual([failure.client_correlation_id, failure.error_summary], ['digest-1', 'The folder is full.']);
  assert.deepEqual(storedState(daemon), before);
  const { mutation, outcomes } = await daemon.ask('mutations.get', { mutation_id });
  assert.deepEqual([mutation.failed, mutation.waiting, mutation.undoable], [2, 0, false]);
  assert.deepEqual(
    outcomes.map(({ outcome, reason }) => [outcome, reason]),
    [1, 2].map(() => ['failed', 'The folder is full.']),
  );
  assert.equal(daemon.events.all('MutationCompleted').length, 1);
  assert.equal((await daemon.ask('mutations.history')).mutations.length, 1);
});

test('the history lists mutations newest first and by pages, with their actor and subject', async (t) => {
  const daemon = await daemonWithMessages(t, { accounts: [ada, bob] });
  const [mine, theirs] = [daemon.ids('ada'), daemon.ids('bob')];
  const { labels } = await daemon.ask('mailbox.list').then(({ sidebar }) => ({
    labels: sidebar?.sections.flatMap(({ items }) => items),
  }));
  assert.ok(labels?.length);
  await daemon.ask('mutations.star', { message_ids: mine, starred: true }, { origin: 'web' });
  const moved = await daemon.ask('mutations.move', { message_ids: theirs, target_label: 'house' });
  const undone = await daemon.ask('mutations.undo', { mutation_id: moved.result.mutation_id });
  const both = await daemon.ask('mutations.labels', { message_ids: [...mine, ...theirs], add: ['Garden club'] });

  const pages = [];
  for (let cursor: string | null | undefined; cursor !== null;) {
    const page = await daemon.ask('mutations.history', { limit: 3, ...(cursor && { cursor }) });
    pages.push(page.mutations);
    cursor = page.next_cursor;
  }
  assert.deepEqual(
    pages.map((page) => page.map(({ kind, origin, about }) => [kind, origin, about])),
    [
      [
        ['modify_labels', 'script', { added: ['Garden club'], removed: [] }],
        ['undo', 'script', {}],
        ['move', 'script', { to: 'House' }],
      ],
      [['star', 'web', { starred: true }]],
    ],
  );
  const [labelled, undo, move] = pages.flat();
  assert.deepEqual(
    [labelled?.mutation_id, labelled?.account_ids.length, labelled?.requested],
    [both.result.mutation_id, 2, 2],
  );
  assert.deepEqual(
    [undo?.undo_of, move?.undone_by, move?.undoable],
    [move?.mutation_id, undone.result.mutation_id, false],
  );
  assert.deepEqual([undo?.undoable, move?.example], [true, { message_id: theirs[0], subject: 'Letter 0' }]);
  await assert.rejects(daemon.ask('mutations.history', { cursor: 'x' }), { kind: 'invalid', code: 'bad_cursor' });
  await assert.rejects(daemon.ask('mutations.get', { mutation_id: 'x' }), { kind: 'missing', code: 'not_found' });
});

test('pushing more than a hundred messages is a job that reports its progress', async (t) => {
  const daemon = await daemonWithMessages(t, { messageCount: 601 });
  const message_ids = daemon.ids();
  const small = await daemon.ask('mutations.read', { message_ids: message_ids.slice(0, 100), read: true });
  assert.equal(small.result.job_id, null);
  const { ok, result } = await daemon.ask('mutations.archive', { message_ids });
  assert.deepEqual([ok, result.succeeded], [true, 601]);
  const completed = await daemon.events.until('MutationCompleted', 2);
  const done = daemon.events.all('OperationCompleted').find(({ operation }) => operation === 'mutation.archive');
  assert.deepEqual(
    [done?.operation_id, done?.operation, done?.message],
    [result.job_id, 'mutation.archive', '601 messages are changed'],
  );
  const progress = daemon.events.all('OperationProgress').filter(({ operation_id }) => operation_id === result.job_id);
  assert.ok(progress.some(({ current, total }) => current > 0 && current < 601 && total === 601));
  assert.deepEqual(
    [completed.mutation_id, completed.succeeded, completed.message_ids.length],
    [result.mutation_id, 601, 100],
  );
  const { job } = await daemon.ask('jobs.get', { job_id: result.job_id });
  assert.deepEqual([job.status, job.kind], ['succeeded', 'mutation.archive']);
  assert.deepEqual(job.progress, { completed: 601, total: 601, succeeded: 601, skipped: 0, failed: 0 });
  assert.equal(daemon.server('ada').control.messagesIn('Archive').length, 601);
  assert.deepEqual(
    storedState(daemon).labels.map(({ name, total_count, unread_count }) => [name, total_count, unread_count]),
    [
      ['All mail', 601, 501],
      ['Archive', 601, 501],
    ],
  );
});

test('a large mutation is undone completely right after its request, and no unnecessary operation is pushed', async (t) => {
  const daemon = await daemonWithMessages(t, { messageCount: 450 });
  const [before, asFound] = [storedState(daemon), messagesByFolder(daemon.server('ada'))];
  const { result } = await daemon.ask('mutations.archive', { query: 'in:inbox' });
  const undone = await daemon.ask('mutations.undo', { mutation_id: result.mutation_id });
  assert.deepEqual([undone.ok, undone.result.succeeded], [true, 450]);
  await daemon.events.until('MutationCompleted', 2);
  assert.deepEqual([storedState(daemon), messagesByFolder(daemon.server('ada'))], [before, asFound]);
});
