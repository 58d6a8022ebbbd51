import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createAwakeTime } from './awake-time.ts';

test('the time since the last pause is measured', () => {
  const awakeMs = createAwakeTime(1_000);
  assert.deepEqual([2_000, 3_000, 7_000].map(awakeMs), [1_000, 2_000, 6_000]);
  // The computer sleeps for an hour.
  assert.deepEqual([3_607_000, 3_608_000, 3_609_500].map(awakeMs), [0, 1_000, 2_500]);
});
