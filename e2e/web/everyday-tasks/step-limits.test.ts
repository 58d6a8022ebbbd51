import assert from 'node:assert/strict';
import { test } from 'node:test';
import { comparedSteps } from './step-limits.ts';

test('the everyday tasks take at most three quarters of the steps of the first version of the page', () => {
  const { first, now } = comparedSteps();
  assert.ok(now <= first * 0.75, `${now} of ${first}`);
});
