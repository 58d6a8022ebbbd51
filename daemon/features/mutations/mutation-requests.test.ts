import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import type { RequestName } from '../../contract.ts';
import type { MutationReply } from '../../contract/mutation.ts';
import { ada, bob, mail } from '../../test-daemon.ts';
import { testMessage, daemonWithMessages, messagesByFolder, storedState } from './test-mutations.ts';

const unknownId = '0195804f-3c2a-7d41-9b06-5e8d2f61c7a4';
const office = { ...bob, name: 'Bob at Work' };

test('a mutation reports its result per account, also if only a part was done (checklist 92)', async (t) => {
  const daemon = await daemonWithMessages(t, { accounts: [ada, office], messageCount: 2 });
  const [first = '', second = ''] = daemon.ids();
  const [work = ''] = daemon.ids('bob');
  const accounts = await daemon.ask('accounts.list');
  const idOf = (key: string) => accounts.accounts.find((one) => one.key === key)?.account_id;

  const message_ids = [first, second, work, unknownId];
  const { ok, result } = await daemon.ask('mutations.labels', { message_ids, add: ['Clients'] });
  assert.deepEqual([ok, result.requested, result.succeeded, result.skipped, result.failed], [false, 4, 1, 1, 2]);
  const error = 'Ada has no label named Clients.';
  assert.deepEqual(result.accounts, [
    { account_id: idOf('ada'), account_name: 'Ada', succeeded: 0, skipped: 0, failed: 2, error },
    { account_id: idOf('bob'), account_name: 'Bob at Work', succeeded: 1, skipped: 0, failed: 0, error: null },
  ]);
  assert.deepEqual(result.outcomes, [
    { message_id: unknownId, outcome: 'skipped', reason: 'There is no such message.' },
    { message_id: first, outcome: 'failed', reason: error },
    { message_id: second, outcome: 'failed', reason: error },
  ]);
  const completed = await daemon.events.until('MutationCompleted');
  assert.deepEqual(
    [completed.ok, completed.succeeded, completed.skipped, completed.message_ids],
    [false, 1, 3, [work]],
  );
  assert.deepEqual(messagesByFolder(daemon.server('bob')), { INBOX: ['0', '1'], Clients: ['0'] });
});

test('a request without targets, or with more than one kind, is a clear error; a repeated id counts once (checklist 93)', async (t) => {
  const daemon = await daemonWithMessages(t);
  const [id = ''] = daemon.ids();
  const before = storedState(daemon);
  for (const named of [{}, { message_ids: [] }, { thread_ids: [] }, { query: ' ' }, { message_ids: [id], query: 'a' }])
    await assert.rejects(daemon.ask('mutations.archive', named), {
      code: 'invalid_input',
      message: /exactly one of/,
    });
  const misplaced = daemon.ask('mutations.archive', { message_ids: [id], conversations: true });
  await assert.rejects(misplaced, { code: 'invalid_input', message: /no query/ });
  await assert.rejects(daemon.ask('mutations.archive', { message_ids: ['x'] }), { code: 'malformed_id' });
  await assert.rejects(daemon.ask('mutations.archive', { message_ids: [unknownId] }), { code: 'not_found' });
  await assert.rejects(daemon.ask('mutations.archive', { thread_ids: [unknownId] }), { code: 'not_found' });
  await assert.rejects(daemon.ask('mutations.archive', { query: 'is:odd' }), { code: 'bad_query' });
  assert.deepEqual([storedState(daemon), (await daemon.ask('mutations.history')).mutations], [before, []]);
  const { result } = await daemon.ask('mutations.archive', { message_ids: [id, id.toUpperCase(), id] });
  assert.deepEqual([result.requested, result.succeeded], [1, 1]);
});

test('read and starred are required, and false removes them (checklist 99)', async (t) => {
  const daemon = await daemonWithMessages(t);
  const message_ids = daemon.ids();
  await assert.rejects(daemon.ask('mutations.read', { message_ids }), {
    code: 'invalid_input',
    message: 'read is missing.',
  });
  await assert.rejects(daemon.ask('mutations.star', { message_ids }), {
    code: 'invalid_input',
    message: 'starred is missing.',
  });
  const before = storedState(daemon);
  for (const [name, field] of [
    ['mutations.read', 'read'],
    ['mutations.star', 'starred'],
  ] as const) {
    await daemon.ask(name, { message_ids, [field]: true });
    assert.notDeepEqual(storedState(daemon), before);
    await daemon.ask(name, { message_ids, [field]: false });
    assert.deepEqual(storedState(daemon), before);
  }
  await daemon.events.until('MutationCompleted', 4);
  assert.deepEqual(messagesByFolder(daemon.server('ada')), { INBOX: ['0'] });
});

test('flags are set as a whole: unset flags are removed, and other bits are refused (checklist 98)', async (t) => {
  const daemon = await daemonWithMessages(t);
  const [message_id = ''] = daemon.ids();
  const flagged = async (flags: number) => {
    await daemon.ask('mutations.flags', { message_id, flags });
    return storedState(daemon).messages[0]?.flags;
  };
  assert.deepEqual([await flagged(3), await flagged(2), await flagged(1), await flagged(0)], [3, 2, 1, 0]);
  for (const flags of [4, 8 + 1, 16, 256, 4096])
    await assert.rejects(daemon.ask('mutations.flags', { message_id, flags }), { code: 'unsettable_flag' });
  for (const flags of [-1, 1.5, '3', null, undefined])
    await assert.rejects(daemon.ask('mutations.flags', { message_id, flags }), { code: 'invalid_input' });
  await assert.rejects(daemon.ask('mutations.flags', { message_id: unknownId, flags: 1 }), { code: 'not_found' });
  assert.equal(storedState(daemon).messages[0]?.flags, 0);
});

test('a label in both lists stays as it is; a label that no account has is refused, and nothing changes (checklist 100)', async (t) => {
  const daemon = await daemonWithMessages(t);
  const message_ids = daemon.ids();
  const before = storedState(daemon);
  const { ok, result } = await daemon.ask('mutations.labels', {
    message_ids,
    add: ['House', 'STARRED'],
    remove: ['house', 'starred'],
  });
  assert.deepEqual(
    [ok, result.undoable, result.undo_note],
    [true, false, 'No messages were changed, so there’s nothing to undo.'],
  );
  for (const names of [{ add: ['Odd'] }, { remove: ['Odd'] }, { add: ['House', 'Odd'], remove: ['INBOX'] }])
    await assert.rejects(daemon.ask('mutations.labels', { message_ids, ...names }), {
      kind: 'missing',
      code: 'label_not_found',
    });
  await assert.rejects(daemon.ask('mutations.move', { message_ids, target_label: 'Odd' }), { code: 'label_not_found' });
  await assert.rejects(daemon.ask('mutations.labels', { message_ids }), {
    code: 'invalid_input',
    message: /Name a label/,
  });
  assert.deepEqual(storedState(daemon), before);
});

test('a dry run reports what the mutation would do, and changes nothing', async (t) => {
  const daemon = await daemonWithMessages(t, { messageCount: 3 });
  const before = storedState(daemon);
  const rows: [RequestName, object][] = [
    ['mutations.archive', {}],
    ['mutations.trash', {}],
    ['mutations.spam', {}],
    ['mutations.star', { starred: true }],
    ['mutations.read', { read: true }],
    ['mutations.readAndArchive', {}],
    ['mutations.labels', { add: ['House'] }],
    ['mutations.move', { target_label: 'House' }],
    ['mutations.route', { to_label: 'House', from_queue_label: 'INBOX' }],
  ];
  const targets = [{ message_ids: [...daemon.ids(), unknownId] }, { query: 'subject:Letter' }];
  let eventCount = 0;
  for (const [name, input] of rows)
    for (const target of targets) {
      const preview = (await daemon.ask(name, { ...input, ...target, dry_run: true })) as MutationReply;
      assert.deepEqual([storedState(daemon), preview.result.undoable], [before, true], name);
      const real = (await daemon.ask(name, { ...input, ...target })) as MutationReply;
      const { mutation_id, undoable_until } = real.result;
      const made = { mutation_id, undoable_until, dry_run: false };
      assert.deepEqual({ ...preview, result: { ...preview.result, ...made } }, real, name);
      await daemon.ask('mutations.undo', { mutation_id });
      await daemon.events.until('MutationCompleted', (eventCount += 2));
      assert.deepEqual(storedState(daemon), before, name);
    }
  const unread = { message_ids: daemon.ids(), read: false, dry_run: true };
  assert.equal((await daemon.ask('mutations.read', unread)).result.undoable, false);
  assert.equal((await daemon.ask('mutations.history')).mutations.length, rows.length * targets.length * 2);
});

test('a search target is resolved once: later matches stay unchanged, and a search without matches does nothing', async (t) => {
  const daemon = await daemonWithMessages(t, { messageCount: 2 });
  const { result } = await daemon.ask('mutations.archive', { query: 'subject:Letter in:inbox' });
  assert.equal(result.succeeded, 2);
  const server = daemon.server('ada');
  server.control.deliver(testMessage('ada', 7));
  await daemon.resync();
  assert.deepEqual(messagesByFolder(server), { INBOX: ['2'], Archive: ['0', '1'] });
  const none = await daemon.ask('mutations.archive', { query: 'subject:nowhere' });
  assert.deepEqual(
    [none.ok, none.result.requested, none.result.mutation_id, none.result.dry_run],
    [true, 0, null, false],
  );
});

test('a thread is archived without the user’s own messages, trashed as a whole, and starred on its newest message', async (t) => {
  for (const isSearched of [false, true]) await actsOnConversation(t, isSearched);
});

/** The thread is named by its id, or by a search that matches one of its messages. */
async function actsOnConversation(t: TestContext, isSearched: boolean): Promise<void> {
  const answer = (id: string, minutesAgo: number) =>
    mail({
      from: 'Ada <ada@example.test>',
      subject: 'Re: Letter 0',
      text: 'Thanks.',
      id,
      minutesAgo,
      headers: { 'In-Reply-To': '<ada-0@people.example>', References: '<ada-0@people.example>' },
    });
  const daemon = await daemonWithMessages(t, {
    prepare: (servers) =>
      void servers.get('ada')?.control.deliver(answer('own@example.test', 30), { folder: 'Sent', flags: ['\\Seen'] }),
  });
  const { mailbox } = await daemon.ask('mailbox.list', { lens_kind: 'all_mail', view: 'threads' });
  const thread_ids = mailbox.groups.flatMap(({ rows }) => rows.map(({ thread_id }) => thread_id));
  assert.equal(thread_ids.length, 1);
  const server = daemon.server('ada');
  const named = isSearched ? { query: 'from:ben', conversations: true } : { thread_ids };
  const after = async (name: RequestName, input = {}) => {
    const { result } = (await daemon.ask(name, { ...named, ...input })) as MutationReply;
    await daemon.events.until('MutationCompleted', daemon.events.all('MutationCompleted').length + 1);
    return [result.succeeded, messagesByFolder(server)];
  };
  assert.deepEqual(await after('mutations.archive'), [1, { Archive: ['0'], Sent: ['1 \\Seen'] }]);
  assert.deepEqual(await after('mutations.star', { starred: true }), [
    1,
    { Archive: ['0'], Sent: ['1 \\Flagged \\Seen'] },
  ]);
  assert.deepEqual(await after('mutations.trash'), [2, { Trash: ['0', '1 \\Flagged \\Seen'] }]);
}
