import assert from 'node:assert/strict';
import { test } from 'node:test';
import { clockSteps } from './clock-steps.ts';

const stepsFrom = (now: string) => {
  const texts = clockSteps(new Date(now)).map(({ id, to }) => [id, to.toString().slice(0, 21)]);
  return Object.fromEntries(texts) as Record<string, string>;
};

test('the clock moves by an hour, to tomorrow morning and to the next Monday', () => {
  assert.deepEqual(stepsFrom('2026-11-26T11:02'), {
    hour: 'Thu Nov 26 2026 12:02',
    tomorrow: 'Fri Nov 27 2026 08:00',
    monday: 'Mon Nov 30 2026 08:00',
  });
});

test('on a Monday the next Monday is a week away', () => {
  assert.equal(stepsFrom('2026-11-30T07:00')['monday'], 'Mon Dec 07 2026 08:00');
  assert.equal(stepsFrom('2026-11-29T07:00')['monday'], 'Mon Nov 30 2026 08:00');
});
