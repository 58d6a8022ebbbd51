import assert from 'node:assert/strict';
import { test } from 'node:test';
import { formatDay, formatMomentShort, formatMoment, formatPastMoment } from './upcoming-dates.ts';

/** A Sunday, in the machine's own zone. */
const now = new Date('2026-11-22T10:00:00');
const at = (text: string) => new Date(text);

test('a full date has its year only if it is not the current one', () => {
  assert.equal(formatMoment(at('2026-12-04T09:00:00'), now), 'Friday, 4 December, 09:00');
  assert.equal(formatMoment(at('2027-01-02T18:30:00'), now), 'Saturday, 2 January 2027, 18:30');
});

test('a short date is as short as it can be without ambiguity', () => {
  assert.equal(formatMomentShort(at('2026-11-22T18:00:00'), now), '18:00');
  assert.equal(formatMomentShort(at('2026-11-23T00:00:00'), now), 'Mon, 00:00');
  assert.equal(formatMomentShort(at('2026-11-29T09:00:00'), now), 'Sun, 29 Nov, 09:00');
});

test('days are named relative to today', () => {
  assert.deepEqual(
    ['2026-11-22T23:59:00', '2026-11-23T00:00:00', '2026-11-27T09:00:00', '2026-12-04T09:00:00'].map((text) =>
      formatDay(at(text), now),
    ),
    ['Today', 'Tomorrow', 'Friday', 'Friday, 4 December'],
  );
});

test('a past time is named by its day, or by its date', () => {
  assert.deepEqual(
    ['2026-11-22T00:00:00', '2026-11-21T23:59:00', '2026-11-20T03:00:00', '2025-12-04T09:00:00'].map((text) =>
      formatPastMoment(at(text), now),
    ),
    ['Today, 00:00', 'Yesterday, 23:59', 'Fri, 20 Nov, 03:00', 'Thu, 4 Dec 2025, 09:00'],
  );
});
