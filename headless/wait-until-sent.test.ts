import assert from 'node:assert/strict';
import { test } from 'node:test';
import { waitUntilSent } from './wait-until-sent.ts';

/** Waits that pass at once, and how long they were together. */
function countingClock() {
  const clock = { waited: 0, wait: async (ms: number) => void (clock.waited += ms) };
  return clock;
}

test('what is being handed over is waited for, and no longer', async () => {
  const clock = countingClock();
  await waitUntilSent(() => clock.waited < 300, { clock, timeoutMs: 15_000 });
  assert.equal(clock.waited, 300);
  await waitUntilSent(() => false, { clock, timeoutMs: 15_000 });
  assert.equal(clock.waited, 300);
});

test('what does not end is waited for until the patience ends', async () => {
  const clock = countingClock();
  await waitUntilSent(() => true, { clock, timeoutMs: 1_000 });
  assert.equal(clock.waited, 1_000);
});
