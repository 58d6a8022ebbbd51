import assert from 'node:assert/strict';
import { test } from 'node:test';
import { historyDays, stateOf } from './history-days.ts';
import { type MutationRecord, describeMutation } from './mutation-text.ts';

const record = (more: Partial<MutationRecord> = {}): MutationRecord => ({
  mutation_id: 'm',
  kind: 'archive',
  made_at: '2026-11-20T09:00:00.000Z',
  origin: 'web',
  by: null,
  requested: 3,
  succeeded: 3,
  waiting: 0,
  skipped: 0,
  failed: 0,
  error: null,
  undoable: true,
  undoable_until: '2026-11-21T09:00:00.000Z',
  undone_by: null,
  undo_of: null,
  job_id: null,
  about: {},
  account_ids: [],
  example: null,
  ...more,
});

test('mutations are listed under their day, newest first', () => {
  const days = historyDays([
    record({ made_at: '2026-11-20T12:00:00.000' }),
    record({ made_at: '2026-11-20T08:00:00.000' }),
    record({ made_at: '2026-11-19T12:00:00.000' }),
  ]);
  assert.deepEqual(
    days.map(({ day, records }) => [day, records.length]),
    [
      ['2026-11-20', 2],
      ['2026-11-19', 1],
    ],
  );
});

test('undone has priority over refused, refused over waiting, and the rest is done', () => {
  assert.equal(stateOf(record({ undone_by: 'u', failed: 1, waiting: 1 })), 'undone');
  assert.equal(stateOf(record({ failed: 1, waiting: 1 })), 'refused');
  assert.equal(stateOf(record({ waiting: 1 })), 'waiting');
  assert.equal(stateOf(record()), 'done');
});

test('a mutation is described in words, and an undo names what it reverted', () => {
  assert.equal(describeMutation(record()), 'Archived 3 messages');
  assert.equal(
    describeMutation(record({ kind: 'set_read', about: { read: false }, requested: 1 })),
    'Marked 1 message as unread',
  );
  assert.equal(
    describeMutation(record({ kind: 'modify_labels', about: { added: ['Travel'], removed: ['Work'] } })),
    'Added “Travel” to 3 messages, removed “Work”',
  );
  const undo = record({ mutation_id: 'u', kind: 'undo', undo_of: 'm' });
  assert.equal(describeMutation(undo, [undo, record()]), 'Undid: Archived 3 messages');
  assert.equal(describeMutation(undo), 'Undid changes to 3 messages');
});
