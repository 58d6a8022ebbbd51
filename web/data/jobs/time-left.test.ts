import assert from 'node:assert/strict';
import { test } from 'node:test';
import { describeTimeLeft, secondsLeft, withSample, type Sample } from './time-left.ts';

/** Samples a second apart, at which that much is done. */
const steps = (done: readonly number[], total = 1000) =>
  done.reduce<readonly Sample[]>(
    (samples, current, second) => withSample(samples, { at: second * 1000, current, total }),
    [],
  );
const after = (samples: readonly Sample[], ms = 0) => secondsLeft(samples, (samples.at(-1)?.at ?? 0) + ms);

test('steady work says how long it takes still', () => {
  const even = steps([0, 10, 20, 30, 40, 50, 60, 70, 80]);
  assert.equal(after(even), 92);
  assert.equal(after(even, 4_000), 88);
});

test('nothing is said of what was watched too briefly, waits, or is now fast and now slow', () => {
  assert.equal(after(steps([0, 10, 20])), undefined);
  assert.equal(after(steps([])), undefined);
  const even = steps([0, 10, 20, 30, 40, 50, 60, 70, 80]);
  assert.equal(after(even, 20_000), undefined);
  assert.equal(after(steps([0, 100, 200, 300, 301, 302, 303, 304, 305])), undefined);
});

test('a total that is found out little by little, and a new beginning, start the reckoning anew', () => {
  const before = steps([0, 10, 20, 30, 40, 50, 60, 70, 80]);
  assert.deepEqual(withSample(before, { at: 9_000, current: 90, total: 2000 }), [
    { at: 9_000, current: 90, total: 2000 },
  ]);
  assert.deepEqual(withSample(before, { at: 9_000, current: 5, total: 1000 }), [
    { at: 9_000, current: 5, total: 1000 },
  ]);
});

test('however often it is told, what is kept stays small and spans the same time', () => {
  let samples: readonly Sample[] = [];
  for (let at = 0; at <= 100_000; at += 10) samples = withSample(samples, { at, current: at, total: 200_000 });
  assert.ok(samples.length < 220, `${samples.length} are kept`);
  assert.equal(Math.round(secondsLeft(samples, 100_000) ?? -1), 100);
});

test('time left is said roughly', () => {
  assert.deepEqual([20, 80, 45 * 60, 3 * 3600].map(describeTimeLeft), [
    'Less than a minute left',
    'About 1 minute left',
    'About 45 minutes left',
    'About 3 hours left',
  ]);
});
