import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { movableClock } from './clock.ts';
import { dueLoop } from './due-loop.ts';
import { silentLog } from './log.ts';

const start = '2026-03-10T08:00:00.000Z';
const minuteMs = 60_000;

/** A loop over items with due times. An item is removed when it is done; items in `broken` fail. */
function startTestLoop(t: TestContext, times: Map<number, number>, broken = new Set<number>()) {
  const clock = movableClock(start);
  const done: number[] = [];
  const dueAt = (minutes: number) => new Date(Date.parse(start) + minutes * minuteMs).toISOString();
  const waiting = () => [...times].toSorted(([, a], [, b]) => a - b).map(([id, at]) => ({ id, at: dueAt(at) }));
  const loop = dueLoop({
    name: 'test',
    clock,
    log: silentLog,
    due: (now) => waiting().flatMap(({ id, at }) => (at <= now ? [id] : [])),
    nextAfter: (now) => waiting().find(({ at }) => at > now)?.at,
    act(id) {
      if (broken.has(id)) throw new Error('it fails');
      times.delete(id);
      done.push(id);
    },
  });
  const stop = new AbortController();
  const ended = loop.run(stop.signal);
  t.after(async () => {
    stop.abort();
    await ended;
  });
  /** Lets the loop do all work that is possible without advancing the clock. */
  const runUntilIdle = async () => {
    for (let turn = 0; turn < 20; turn++) await nextTurn();
  };
  const advance = async (minutes: number) => {
    clock.advance(minutes * minuteMs);
    await runUntilIdle();
  };
  return { loop, times, done, broken, runUntilIdle, advance };
}

test('items that are due at the start are done immediately, and the rest when they become due', async (t) => {
  const {
    done,
    runUntilIdle: settled,
    advance,
  } = startTestLoop(
    t,
    new Map([
      [1, -5],
      [2, 0.5],
      [3, 600],
    ]),
  );
  await settled();
  assert.deepEqual(done, [1]);
  await advance(0.5);
  assert.deepEqual(done, [1, 2]);
  await advance(600);
  assert.deepEqual(done, [1, 2, 3]);
});

test('a failing item does not block the others and is retried after a minute', async (t) => {
  const {
    done,
    broken,
    runUntilIdle: settled,
    advance,
  } = startTestLoop(
    t,
    new Map([
      [1, 0],
      [2, 0],
    ]),
    new Set([1]),
  );
  await settled();
  assert.deepEqual(done, [2]);
  broken.clear();
  await advance(1);
  assert.deepEqual(done, [2, 1]);
});

test('a notification makes the loop check immediately', async (t) => {
  const { loop, times, done, runUntilIdle: settled } = startTestLoop(t, new Map());
  await settled();
  times.set(7, 0);
  loop.notify();
  await settled();
  assert.deepEqual(done, [7]);
});
