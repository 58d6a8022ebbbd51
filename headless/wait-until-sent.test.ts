import assert from 'node:assert/strict';
import { test } from 'node:test';
import { waitUntilSent } from './wait-until-sent.ts';

/** A fake sleep that ends at once, and the total time. */
function countingClock() {
  const clock = { waited: 0, wait: async (ms: number) => void (clock.waited += ms) };
  return clock;
}

test('a send is waited for, and no longer than needed', async () => {
  const clock = countingClock();
  await waitUntilSent(() => clock.waited < 300, { clock, timeoutMs: 15_000 });
  assert.equal(clock.waited, 300);
  await waitUntilSent(() => false, { clock, timeoutMs: 15_000 });
  assert.equal(clock.waited, 300);
});

test('a send that does not end is waited for until the time limit', async () => {
  const clock = countingClock();
  await waitUntilSent(() => true, { clock, timeoutMs: 1_000 });
  assert.equal(clock.waited, 1_000);
});
