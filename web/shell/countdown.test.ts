import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createCountdown } from './countdown.ts';

test('a countdown ends after the time in which it ran, and once', ({ mock }) => {
  mock.timers.enable({ apis: ['setTimeout', 'Date'] });
  const end = mock.fn();
  const countdown = createCountdown(8_000, end, Date.now);
  countdown.run(true);
  mock.timers.tick(5_000);
  countdown.run(false);
  mock.timers.tick(60_000);
  assert.equal(end.mock.callCount(), 0, 'it is stopped');
  countdown.run(true);
  countdown.run(true);
  mock.timers.tick(2_999);
  assert.equal(end.mock.callCount(), 0, 'a millisecond is left');
  mock.timers.tick(1);
  assert.equal(end.mock.callCount(), 1);
  countdown.run(false);
  mock.timers.tick(60_000);
  assert.equal(end.mock.callCount(), 1);
});
