import assert from 'node:assert/strict';
import { test } from 'node:test';
import { backoff, staggeredDelays } from './loop.ts';

test('backoff doubles up to a limit, with random jitter', () => {
  const longest = (failures: number, most?: number) => backoff(failures, { random: () => 1, ...(most && { most }) });
  assert.deepEqual(
    [0, 1, 2, 3].map((failures) => longest(failures)),
    [2_000, 4_000, 8_000, 16_000],
  );
  assert.deepEqual([longest(20), longest(20, 60_000)], [300_000, 60_000]);
  assert.equal(backoff(20, { random: () => 0 }), 225_000);
});

test('staggered starts begin a few at a time', () => {
  const begins = staggeredDelays(7, () => 0.5);
  assert.deepEqual(begins, [1_000, 1_000, 1_000, 3_000, 3_000, 3_000, 5_000]);
  assert.ok(new Set(staggeredDelays(3)).size > 1);
});
