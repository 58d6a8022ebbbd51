import assert from 'node:assert/strict';
import { test } from 'node:test';
import { movableClock } from '../../daemon/base/clock.ts';
import { closeGracefully, type QuitTimeouts } from './shutdown.ts';

const timeouts: QuitTimeouts = { exitMs: 5_000, sendingMs: 15_000, quietMs: 1_000, pollMs: 250 };

/** A daemon that does not end before it is killed, and reports for this many milliseconds that it sends. */
async function closeUnendingDaemon({ sendsForMs }: { sendsForMs: number }) {
  const start = Date.parse('2026-03-10T12:00:00Z');
  const clock = movableClock(new Date(start));
  const passed = () => clock.now().getTime() - start;
  const ended = Promise.withResolvers<void>();
  const killed: number[] = [];
  const waitingReports: number[] = [];
  const daemon = {
    request: (async () => passed() < sendsForMs) as never,
    close: () => ended.promise,
    kill() {
      killed.push(passed());
      ended.resolve();
    },
  };
  let isOver = false;
  const closed = closeGracefully(daemon, { clock, timeouts, onWaiting: () => waitingReports.push(passed()) }).then(
    () => (isOver = true),
  );
  while (!isOver) {
    await new Promise(setImmediate);
    clock.advance(timeouts.pollMs);
  }
  await closed;
  return { killed: killed[0], firstReport: waitingReports[0] };
}

test('a daemon that sends nothing has the usual time to end, and the user sees no notice', async () => {
  const { killed, firstReport } = await closeUnendingDaemon({ sendsForMs: 0 });
  assert.deepEqual([killed, firstReport], [5_250, undefined]);
});

test('a daemon that sends a message has the usual time after it, and the user is informed after a second', async () => {
  const { killed, firstReport } = await closeUnendingDaemon({ sendsForMs: 4_000 });
  assert.deepEqual([killed, firstReport], [9_000, 1_000]);
});

test('a daemon whose send never ends has fifteen seconds for it', async () => {
  const { killed } = await closeUnendingDaemon({ sendsForMs: Infinity });
  assert.deepEqual(killed, 20_000);
});
