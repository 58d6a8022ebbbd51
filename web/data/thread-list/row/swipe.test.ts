import assert from 'node:assert/strict';
import { test } from 'node:test';
import { swipeOffset, isSideways, completedSide } from './swipe.ts';

test('a vertical movement scrolls, a horizontal one swipes, and a small one is undecided', () => {
  assert.equal(isSideways(6, 4), undefined);
  assert.equal(isSideways(20, 30), false);
  assert.equal(isSideways(20, 18), false);
  assert.equal(isSideways(-30, 10), true);
});

test('a swipe counts after 96 pixels, or a third of a narrow row', () => {
  assert.equal(completedSide(90, 360), undefined);
  assert.equal(completedSide(100, 360), 1);
  assert.equal(completedSide(-100, 360), -1);
  assert.equal(completedSide(70, 200), 1);
});

test('a row follows the finger, and beyond the threshold ever less', () => {
  assert.equal(swipeOffset(50, 360), 50);
  assert.equal(swipeOffset(-96, 360), -96);
  assert.ok(swipeOffset(200, 360) < 200 && swipeOffset(200, 360) > swipeOffset(150, 360));
});
