import assert from 'node:assert/strict';
import { test } from 'node:test';
import { movableClock } from '../daemon/base/clock.ts';
import { closeInOrder, type QuitPace } from './shutdown.ts';

const pace: QuitPace = { patience: 5_000, sendingPatience: 15_000, silence: 1_000, glance: 250 };

/** A daemon that does not end before it is killed, and says for so many milliseconds that it sends. */
async function killedAfter({ sendsForMs }: { sendsForMs: number }) {
  const start = Date.parse('2026-03-10T12:00:00Z');
  const clock = movableClock(new Date(start));
  const passed = () => clock.now().getTime() - start;
  const ended = Promise.withResolvers<void>();
  const killed: number[] = [];
  const told: number[] = [];
  const daemon = {
    ask: (async () => passed() < sendsForMs) as never,
    close: () => ended.promise,
    kill() {
      killed.push(passed());
      ended.resolve();
    },
  };
  let isOver = false;
  const closed = closeInOrder(daemon, { clock, pace, onWaiting: () => told.push(passed()) }).then(
    () => (isOver = true),
  );
  while (!isOver) {
    await new Promise(setImmediate);
    clock.advance(pace.glance);
  }
  await closed;
  return { killed: killed[0], firstTold: told[0] };
}

test('a daemon that hands over nothing has the usual time to end, and nobody is told', async () => {
  const { killed, firstTold } = await killedAfter({ sendsForMs: 0 });
  assert.deepEqual([killed, firstTold], [5_250, undefined]);
});

test('one that hands over a message has that time after it, and the person is told after a second', async () => {
  const { killed, firstTold } = await killedAfter({ sendsForMs: 4_000 });
  assert.deepEqual([killed, firstTold], [9_000, 1_000]);
});

test('one that hands over a message without end has fifteen seconds for it', async () => {
  const { killed } = await killedAfter({ sendsForMs: Infinity });
  assert.deepEqual(killed, 20_000);
});
