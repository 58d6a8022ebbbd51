import assert from 'node:assert/strict';
import { test } from 'node:test';
import { describeTimeLeft, secondsLeft, withSample, type Sample } from './time-left.ts';

/** Samples at intervals of one second with these amounts. */
const steps = (done: readonly number[], total = 1000) =>
  done.reduce<readonly Sample[]>(
    (samples, current, second) => withSample(samples, { at: second * 1000, current, total }),
    [],
  );
const after = (samples: readonly Sample[], ms = 0) => secondsLeft(samples, (samples.at(-1)?.at ?? 0) + ms);

test('steady work has an estimate', () => {
  const even = steps([0, 10, 20, 30, 40, 50, 60, 70, 80]);
  assert.equal(after(even), 92);
  assert.equal(after(even, 4_000), 88);
});

test('there is no estimate for short observation, stalled work or changing speed', () => {
  assert.equal(after(steps([0, 10, 20])), undefined);
  assert.equal(after(steps([])), undefined);
  const even = steps([0, 10, 20, 30, 40, 50, 60, 70, 80]);
  assert.equal(after(even, 20_000), undefined);
  assert.equal(after(steps([0, 100, 200, 300, 301, 302, 303, 304, 305])), undefined);
});

test('a growing total and a restart discard earlier samples', () => {
  const before = steps([0, 10, 20, 30, 40, 50, 60, 70, 80]);
  assert.deepEqual(withSample(before, { at: 9_000, current: 90, total: 2000 }), [
    { at: 9_000, current: 90, total: 2000 },
  ]);
  assert.deepEqual(withSample(before, { at: 9_000, current: 5, total: 1000 }), [
    { at: 9_000, current: 5, total: 1000 },
  ]);
});

test('the number of samples stays small and covers the same time', () => {
  let samples: readonly Sample[] = [];
  for (let at = 0; at <= 100_000; at += 10) samples = withSample(samples, { at, current: at, total: 200_000 });
  assert.ok(samples.length < 220, `${samples.length} are kept`);
  assert.equal(Math.round(secondsLeft(samples, 100_000) ?? -1), 100);
});

test('the remaining time is rounded', () => {
  assert.deepEqual([20, 80, 45 * 60, 3 * 3600].map(describeTimeLeft), [
    'Less than a minute left',
    'About 1 minute left',
    'About 45 minutes left',
    'About 3 hours left',
  ]);
});
