import assert from 'node:assert/strict';
import { test } from 'node:test';
import { nextRestart, defaultCrashBackoff } from './crash-backoff.ts';

const restartAfterSeconds = (...crashes: number[]) =>
  nextRestart(
    crashes.map((second) => second * 1000),
    defaultCrashBackoff,
  );

test('the delay grows with every consecutive crash, up to eight seconds', () => {
  assert.deepEqual(restartAfterSeconds(0), { delayMs: 500, attempt: 1 });
  assert.deepEqual(restartAfterSeconds(0, 40), { delayMs: 2_000, attempt: 2 });
  assert.deepEqual(restartAfterSeconds(0, 40, 80), { delayMs: 8_000, attempt: 3 });
  assert.deepEqual(restartAfterSeconds(0, 40, 80, 120), { delayMs: 8_000, attempt: 4 });
});

test('three crashes within a minute are too many, and those of an hour ago do not count', () => {
  assert.equal(restartAfterSeconds(0, 30, 59), undefined);
  assert.deepEqual(restartAfterSeconds(0, 30, 60)?.attempt, 3);
  assert.deepEqual(restartAfterSeconds(0, 1, 3600), { delayMs: 500, attempt: 1 });
});
