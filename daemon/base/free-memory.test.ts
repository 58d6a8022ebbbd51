import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setImmediate as turn } from 'node:timers/promises';
import { getHeapStatistics } from 'node:v8';
import { movableClock } from './clock.ts';
import { freeMemory, freeMemoryAtRest } from './free-memory.ts';

test('memory is freed when the process rests after work, and not again before there was work', async () => {
  const clock = movableClock('2026-03-10T08:00:00Z');
  const ending = new AbortController();
  let [cpu, freed] = [300, 0];
  const running = freeMemoryAtRest(() => freed++, { clock, cpuMs: () => cpu }, ending.signal);
  /** What is freed in some seconds, in each of which the process works so many milliseconds. */
  const freedIn = async (seconds: number, workMs: number) => {
    const before = freed;
    for (let second = 0; second < seconds; second++) {
      cpu += workMs;
      clock.advance(1_000);
      await turn();
    }
    return freed - before;
  };
  assert.equal(await freedIn(60, 200), 0, 'not while the process works');
  assert.equal(await freedIn(60, 1), 1, 'once, when it rests');
  assert.equal(await freedIn(300, 1), 0, 'what little work needed is not worth it');
  assert.equal(await freedIn(60, 200), 0, 'not while it works again');
  assert.equal(await freedIn(60, 1), 1, 'once more, after that');
  ending.abort();
  await running;
});

test('freed memory leaves the heap', () => {
  const used = () => getHeapStatistics().total_physical_size;
  let garbage: unknown[] = Array.from({ length: 300_000 }, (_, i) => ({ i }));
  const full = used();
  assert.equal(garbage.length, 300_000);
  garbage = [];
  freeMemory();
  assert.ok(used() < full - 10e6, `${used()} of ${full} bytes`);
});
