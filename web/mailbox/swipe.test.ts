import assert from 'node:assert/strict';
import { test } from 'node:test';
import { drawnBy, isSideways, sideReached } from './swipe.ts';

test('a finger that goes down scrolls, one that goes sideways swipes, and a small movement is neither yet', () => {
  assert.equal(isSideways(6, 4), undefined);
  assert.equal(isSideways(20, 30), false);
  assert.equal(isSideways(20, 18), false);
  assert.equal(isSideways(-30, 10), true);
});

test('letting go counts after 96 pixels, or a third of a narrow row', () => {
  assert.equal(sideReached(90, 360), undefined);
  assert.equal(sideReached(100, 360), 1);
  assert.equal(sideReached(-100, 360), -1);
  assert.equal(sideReached(70, 200), 1);
});

test('a row follows the finger, and beyond where it counts ever less', () => {
  assert.equal(drawnBy(50, 360), 50);
  assert.equal(drawnBy(-96, 360), -96);
  assert.ok(drawnBy(200, 360) < 200 && drawnBy(200, 360) > drawnBy(150, 360));
});
