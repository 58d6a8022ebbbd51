import assert from 'node:assert/strict';
import { test } from 'node:test';
import { movableClock } from '../base/clock.ts';
import { createDemoClock } from './demo-clock.ts';

const start = '2026-03-10T08:00:00.000Z';
const hourMs = 3_600_000;

test('the clock runs as its base does, ahead by what it was moved', () => {
  const base = movableClock(start);
  const clock = createDemoClock(base);
  clock.advance(hourMs);
  base.advance(60_000);
  assert.equal(clock.now().toISOString(), '2026-03-10T09:01:00.000Z');
  assert.equal(clock.offsetMs(), hourMs);
});

test('a wait ends when the clock is moved past it, and keeps the rest of its time otherwise', async () => {
  const base = movableClock(start);
  const clock = createDemoClock(base);
  let hasEnded = false;
  const wait = clock.wait(2 * hourMs).then(() => (hasEnded = true));
  clock.advance(hourMs);
  await new Promise(setImmediate);
  assert.equal(hasEnded, false);
  base.advance(hourMs);
  await wait;
  const later = clock.wait(50 * 24 * hourMs);
  clock.advance(60 * 24 * hourMs);
  await later;
});

test('an aborted wait ends at once', async () => {
  const clock = createDemoClock(movableClock(start));
  const ending = new AbortController();
  const wait = clock.wait(hourMs, ending.signal);
  ending.abort();
  await wait;
  await clock.wait(hourMs, ending.signal);
});
