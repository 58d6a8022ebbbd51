import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { RequestName } from '../../contract.ts';
import type { MutationReply } from '../../contract/mutation.ts';
import { findMessageIds, daemonWithMessages, messagesByFolder, storedState } from './test-mutations.ts';

type Case = {
  name: RequestName;
  input: object;
  /** The kind in the event. */
  kind: string;
  /** The folders of the message on its server afterwards, with its flags. */
  becomes: Record<string, string[]>;
  /** A search that matches it afterwards. */
  q: string;
};

const cases: Case[] = [
  { name: 'mutations.archive', input: {}, kind: 'archive', becomes: { Archive: ['0'] }, q: 'in:archive is:unread' },
  { name: 'mutations.trash', input: {}, kind: 'trash', becomes: { Trash: ['0'] }, q: 'in:trash' },
  { name: 'mutations.spam', input: {}, kind: 'spam', becomes: { Junk: ['0'] }, q: 'in:spam' },
  {
    name: 'mutations.star',
    input: { starred: true },
    kind: 'star',
    becomes: { INBOX: ['0 \\Flagged'] },
    q: 'is:starred',
  },
  { name: 'mutations.read', input: { read: true }, kind: 'set_read', becomes: { INBOX: ['0 \\Seen'] }, q: 'is:read' },
  {
    name: 'mutations.readAndArchive',
    input: {},
    kind: 'read_and_archive',
    becomes: { Archive: ['0 \\Seen'] },
    q: 'in:archive is:read',
  },
  {
    name: 'mutations.labels',
    input: { add: ['house'], remove: [] },
    kind: 'modify_labels',
    becomes: { INBOX: ['0'], House: ['0'] },
    q: 'in:inbox label:House',
  },
  {
    name: 'mutations.move',
    input: { target_label: 'House' },
    kind: 'move',
    becomes: { House: ['0'] },
    q: 'label:House',
  },
  {
    name: 'mutations.flags',
    input: { flags: 3 },
    kind: 'set_flags',
    becomes: { INBOX: ['0 \\Flagged \\Seen'] },
    q: 'is:read',
  },
  {
    name: 'mutations.route',
    input: { from_queue_label: 'INBOX', to_label: 'House' },
    kind: 'route',
    becomes: { House: ['0'] },
    q: 'label:House is:unread',
  },
  {
    name: 'mutations.route',
    input: { from_queue_label: 'Garden club', to_label: 'House', archive: true },
    kind: 'route',
    becomes: { Archive: ['0 \\Seen'], House: ['0 \\Seen'] },
    q: 'label:House in:archive is:read',
  },
];

test('each row takes effect locally and on the server, is undone, and redone (checklist 95)', async (t) => {
  const daemon = await daemonWithMessages(t);
  const [id = ''] = daemon.ids();
  const server = daemon.server('ada');
  const [asFound, atFirst] = [messagesByFolder(server), storedState(daemon)];
  const { account_id, name: account_name } = (await daemon.ask('accounts.list')).accounts[0]!;
  const counts = { succeeded: 1, skipped: 0, failed: 0 };
  let eventCount = 0;
  const settles = async () => {
    const event = await daemon.events.until('MutationCompleted', ++eventCount);
    await daemon.resync();
    return event;
  };
  for (const { name, input, kind, becomes, q } of cases) {
    const where = `${name} ${JSON.stringify(input)}`;
    const asked = { message_id: id, message_ids: [id], ...input };
    const { ok, result } = (await daemon.ask(name, asked)) as MutationReply;
    assert.deepEqual([ok, result.succeeded, result.undoable, result.undo_note], [true, 1, true, null], where);
    assert.deepEqual(result.accounts, [{ account_id, account_name, ...counts, error: null }]);
    const shownAtOnce = storedState(daemon);
    assert.notDeepEqual(shownAtOnce, atFirst, where);
    const { seq: _seq, ts: _ts, actor: _actor, thread_ids, ...event } = await settles();
    const ids = { mutation_id: result.mutation_id, message_ids: [id], account_ids: [account_id] };
    assert.deepEqual(event, { event: 'MutationCompleted', ...ids, kind, ok: true, ...counts, undo: false });
    assert.equal(thread_ids.length, 1);
    assert.deepEqual([messagesByFolder(server), storedState(daemon)], [becomes, shownAtOnce], where);
    assert.deepEqual(await findMessageIds(daemon, q), [id], where);

    const undone = await daemon.ask('mutations.undo', { mutation_id: result.mutation_id });
    assert.deepEqual([undone.kind, undone.ok, undone.result.succeeded], ['Ack', true, 1]);
    assert.deepEqual(storedState(daemon), atFirst, where);
    const undoEvent = await settles();
    assert.deepEqual([undoEvent.mutation_id, undoEvent.undo], [undone.result.mutation_id, true]);
    assert.deepEqual([messagesByFolder(server), storedState(daemon)], [asFound, atFirst], where);

    const again = await daemon.ask('mutations.undo', { mutation_id: undone.result.mutation_id });
    assert.deepEqual(storedState(daemon), shownAtOnce, where);
    await settles();
    assert.deepEqual([messagesByFolder(server), storedState(daemon)], [becomes, shownAtOnce], where);
    await daemon.ask('mutations.undo', { mutation_id: again.result.mutation_id });
    await settles();
    assert.deepEqual([messagesByFolder(server), storedState(daemon)], [asFound, atFirst], where);
  }
});

test('a change of mail is announced by what it changed and its end, and starts no sync pass', async (t) => {
  const daemon = await daemonWithMessages(t, { messageCount: 1 });
  await daemon.resync();
  const [id = ''] = daemon.ids();
  const { recordedEvents } = daemon.events;
  const ended = daemon.events.all('MutationCompleted').length;
  const frames = ['MailUpdated', 'LabelCountsUpdated', 'MutationCompleted'];
  const before = recordedEvents.length;
  for (const [at, starred] of [true, false].entries()) {
    await daemon.ask('mutations.star', { message_ids: [id], starred });
    await daemon.events.until('MutationCompleted', ended + at + 1);
  }
  assert.deepEqual(
    recordedEvents.slice(before).map(({ event }) => event),
    [...frames, ...frames],
  );
});
