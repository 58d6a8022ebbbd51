import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { movableClock } from './clock.ts';
import { silentLog } from './log.ts';
import { backoff, staggeredDelays, startLoops } from './loop.ts';

/** Starts a loop whose runs fail, at once or after the time that `setRunMs` sets. */
function startFailingLoop(t: TestContext, failure: Error) {
  const clock = movableClock('2026-03-10T08:00:00.000Z');
  const disk = { check: () => Promise.resolve(false), whenWritable: () => Promise.resolve() };
  let runs = 0;
  let runMs = 0;
  const loop = {
    name: 'test',
    async run(signal: AbortSignal) {
      runs += 1;
      if (runMs > 0) await clock.wait(runMs, signal);
      throw failure;
    },
  };
  const { stop } = startLoops([loop], { clock, log: silentLog, disk });
  t.after(stop);
  /** Moves the clock, and returns the number of runs that began. */
  const runsWithin = async (ms: number) => {
    const before = runs;
    for (let turn = 0; turn < 20; turn++) await nextTurn();
    clock.advance(ms);
    for (let turn = 0; turn < 20; turn++) await nextTurn();
    return runs - before;
  };
  return { runsWithin, setRunMs: (ms: number) => void (runMs = ms) };
}

test('a loop that fails again and again waits longer and longer, until it has run for a while', async (t) => {
  const { runsWithin, setRunMs } = startFailingLoop(t, new Error('it fails'));
  for (let failures = 0; failures < 8; failures++) await runsWithin(300_000);
  assert.equal(await runsWithin(200_000), 0);
  setRunMs(300_001);
  assert.equal(await runsWithin(100_000), 1);
  await runsWithin(300_001);
  assert.equal(await runsWithin(2_000), 1);
});

test('a loop that failed because of the disk is soon restarted, however often that happens', async (t) => {
  const { runsWithin } = startFailingLoop(t, Object.assign(new Error('disk I/O error'), { code: 'EIO' }));
  for (let failures = 0; failures < 12; failures++) assert.equal(await runsWithin(10_000), 1);
});

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
