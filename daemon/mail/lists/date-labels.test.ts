import assert from 'node:assert/strict';
import { test } from 'node:test';
import { dateFormatter } from './date-labels.ts';

const berlin = dateFormatter(new Date('2026-03-10T08:00:00Z'), 'Europe/Berlin');

test('a label shows the time for today, the day for this year and the year before that, in the local zone', () => {
  assert.equal(berlin.labels('2026-03-10T07:12:00.000Z').date_label, '08:12');
  assert.equal(berlin.labels('2026-01-05T22:30:00.000Z').date_label, '5 Jan, 23:30');
  assert.equal(berlin.labels('2024-12-31T12:00:00.000Z').date_label, '31 Dec 2024');
});

test('the day begins at local midnight, not at midnight UTC', () => {
  assert.equal(berlin.bucket(Date.parse('2026-03-09T23:30:00.000Z')), 'today');
  assert.equal(berlin.bucket(Date.parse('2026-03-09T22:30:00.000Z')), 'yesterday');
});

test('buckets are days for a week, then the year, then older; the future counts as today', () => {
  const buckets = [
    '2026-03-11',
    '2026-03-10',
    '2026-03-09',
    '2026-03-08',
    '2026-03-04',
    '2026-03-03',
    '2026-01-01',
    '2025-12-31',
  ];
  assert.deepEqual(
    buckets.map((day) => berlin.bucket(Date.parse(`${day}T12:00:00.000Z`))),
    ['today', 'today', 'yesterday', 'last-7-days', 'last-7-days', 'earlier', 'earlier', 'older'],
  );
});

test('relative dates count in whole minutes, hours and days', () => {
  const relative = (instant: string) => berlin.labels(instant).date_relative;
  assert.equal(relative('2026-03-10T07:59:40.000Z'), 'just now');
  assert.equal(relative('2026-03-10T07:59:00.000Z'), '1 minute ago');
  assert.equal(relative('2026-03-10T05:00:00.000Z'), '3 hours ago');
  assert.equal(relative('2026-03-08T05:00:00.000Z'), '2 days ago');
  assert.equal(relative('2026-01-05T22:30:00.000Z'), '5 Jan, 23:30');
});
