import assert from 'node:assert/strict';
import { test } from 'node:test';
import { formatInteger } from './numbers.ts';

test('numbers are grouped in the English style', () => {
  const format = new Intl.NumberFormat('en', { maximumFractionDigits: 0 });
  for (const value of [0, 7, 999, 1000, 12_345, 999_999, 1_000_000, 12_345_678_901, -1234, 1234.6])
    assert.equal(formatInteger(value), format.format(value));
});
