import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { OutboxRow } from '../../mail/outbox/outbox.ts';
import { tooLate } from './retry-schedule.ts';

const dueAt = '2026-03-10T09:00:00.000Z';

/** The reason why a send is too late after some minutes. */
function codeAfter(minutes: number, row: Partial<OutboxRow>): string | undefined {
  const scheduled = { due_at: dueAt, timing: 'scheduled', attempts: 0, trouble: null, ...row } as OutboxRow;
  return tooLate(scheduled, new Date(Date.parse(dueAt) + minutes * 60_000))?.code;
}

test('a scheduled send whose time passed unnoticed is sent up to five minutes late', () => {
  assert.deepEqual([codeAfter(5, {}), codeAfter(6, {})], [undefined, 'too_late']);
});

test('a scheduled send that waited for the network at its time is sent up to twelve hours late', () => {
  const trouble = { code: 'offline', message: 'No network.', retryable: true };
  assert.deepEqual([codeAfter(12 * 60, { trouble }), codeAfter(12 * 60 + 1, { trouble })], [undefined, 'too_late']);
});

test('a send that was tried, or is not scheduled, is tried for two days', () => {
  for (const row of [{ attempts: 1 }, { timing: 'now' }, { timing: 'held' }] as const)
    assert.deepEqual(
      [codeAfter(48 * 60, row), codeAfter(48 * 60 + 1, row)],
      [undefined, 'gave_up'],
      JSON.stringify(row),
    );
});
