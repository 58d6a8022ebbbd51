import assert from 'node:assert/strict';
import { test } from 'node:test';
import { dateFilter } from './date-range.ts';

test('a range of days becomes a filter that includes both', () => {
  assert.equal(dateFilter('2026-03-01', '2026-03-31'), 'after:2026-03-01 before:2026-04-01');
  assert.equal(dateFilter('2026-03-01', '2026-03-01'), 'date:2026-03-01');
  assert.equal(dateFilter('2026-03-01', ''), 'after:2026-03-01');
  assert.equal(dateFilter('', '2026-12-31'), 'before:2027-01-01');
  assert.equal(dateFilter('', ''), undefined);
  assert.equal(dateFilter('2026-03-02', '2026-03-01'), undefined);
});
