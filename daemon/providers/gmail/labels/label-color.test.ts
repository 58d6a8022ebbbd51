import assert from 'node:assert/strict';
import { test } from 'node:test';
import { nearestLabelColor } from './label-color.ts';

test('a color becomes the nearest of Gmail, with readable text', () => {
  const cases = {
    '#16a766': ['#16a766', '#ffffff'],
    '#FFF': ['#ffffff', '#000000'],
    '#3f7a5d': ['#1a764d', '#ffffff'],
    '#f00': ['#cc3a21', '#ffffff'],
    '#fffbe0': ['#fef1d1', '#000000'],
  };
  for (const [color, [backgroundColor, textColor]] of Object.entries(cases))
    assert.deepEqual(nearestLabelColor(color), { backgroundColor, textColor }, color);
});
