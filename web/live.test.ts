import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Event } from '../daemon/contract/events.ts';
import { progressAfter, waitBefore } from './live.ts';

const frame = { seq: 1, ts: '2026-11-20T10:00:00.000Z' };
const progress = (current: number): Event => ({
  ...frame,
  event: 'OperationProgress',
  operation_id: 'o',
  operation: 'sync',
  account_id: 'a',
  current,
  total: 500,
  message: '',
});

test('waits grow, never pass half a minute and are never the same for all clients', () => {
  assert.deepEqual(
    [0, 1, 2].map((attempt) => waitBefore(attempt, 1)),
    [500, 1000, 2000],
  );
  assert.equal(waitBefore(50, 1), 30_000);
  assert.equal(waitBefore(50, 0), 15_000);
});

test('progress is kept by account until its pass ends', () => {
  const during = progressAfter({}, progress(100));
  assert.deepEqual(during, { a: { current: 100, total: 500 } });
  assert.deepEqual(
    progressAfter(during, { ...frame, event: 'SyncFinished', account_id: 'a', ok: true, messages_synced: 5 }),
    {},
  );
});

test('other operations and other accounts change nothing', () => {
  const before = { a: { current: 1, total: null } };
  assert.equal(progressAfter(before, { ...progress(5), operation: 'rebuild-analytics' } as Event), before);
  assert.equal(progressAfter(before, { ...frame, event: 'SyncError', account_id: 'b', error: '' }), before);
});
