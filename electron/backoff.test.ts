import assert from 'node:assert/strict';
import { test } from 'node:test';
import { afterCrash, usualCrashPace } from './backoff.ts';

const seconds = (...crashes: number[]) =>
  afterCrash(
    crashes.map((second) => second * 1000),
    usualCrashPace,
  );

test('every crash in a row is waited for longer, up to eight seconds', () => {
  assert.deepEqual(seconds(0), { wait: 500, attempt: 1 });
  assert.deepEqual(seconds(0, 40), { wait: 2_000, attempt: 2 });
  assert.deepEqual(seconds(0, 40, 80), { wait: 8_000, attempt: 3 });
  assert.deepEqual(seconds(0, 40, 80, 120), { wait: 8_000, attempt: 4 });
});

test('three within a minute are too many, and those of an hour ago count no more', () => {
  assert.equal(seconds(0, 30, 59), undefined);
  assert.deepEqual(seconds(0, 30, 60)?.attempt, 3);
  assert.deepEqual(seconds(0, 1, 3600), { wait: 500, attempt: 1 });
});
