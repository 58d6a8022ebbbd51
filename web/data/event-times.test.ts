import assert from 'node:assert/strict';
import { test } from 'node:test';
import { eventTimes } from './event-times.ts';

/** An event between two local times. */
function event(starts: string, ends: string | null, more: Partial<Parameters<typeof eventTimes>[0]> = {}) {
  const instant = (local: string) => new Date(local).toISOString();
  return {
    starts_at: instant(starts),
    ends_at: ends && instant(ends),
    starts_local: starts,
    ends_local: ends,
    all_day: false,
    time_zone: 'Europe/Berlin',
    repeats: null,
    ...more,
  };
}

const once = { inOwnZone: undefined };

test('an event is described by its day, its times and its duration', () => {
  assert.deepEqual(eventTimes(event('2026-12-04T19:00:00', '2026-12-04T20:30:00')), {
    day: 'Friday, 4 December 2026',
    time: '19:00 to 20:30',
    length: '1 hour 30 minutes',
    ...once,
  });
  const night = eventTimes(event('2026-12-04T23:00:00', '2026-12-05T01:00:00'));
  assert.equal(night?.time, '23:00 to 01:00, Saturday, 5 December 2026');
  assert.equal(eventTimes(event('2026-12-04T19:00:00', null))?.time, '19:00');
  assert.equal(eventTimes({ ...event('2026-12-04T19:00:00', null), starts_at: null }), undefined);
});

test('an all-day event is described by its days, including the last', () => {
  const allDay = (starts_local: string, ends_local: string) =>
    eventTimes({ ...event(`${starts_local}T00:00`, `${ends_local}T00:00`), starts_local, ends_local, all_day: true });
  assert.deepEqual(allDay('2026-12-04', '2026-12-05'), {
    day: 'Friday, 4 December 2026',
    time: 'all day',
    length: undefined,
    ...once,
  });
  const days = allDay('2026-10-24', '2026-10-27');
  assert.deepEqual([days?.day, days?.length], ['Saturday, 24 October 2026 to Monday, 26 October 2026', '3 days']);
});

test('the time in the zone of the event is added if it differs', () => {
  const newYork = {
    starts_local: '2026-12-04T13:00:00',
    ends_local: '2026-12-04T14:30:00',
    time_zone: 'America/New_York',
  };
  const times = event('2026-12-04T19:00:00', '2026-12-04T20:30:00', newYork);
  assert.equal(eventTimes(times)?.inOwnZone, '13:00 to 14:30 in America/New York');
  assert.equal(eventTimes({ ...times, time_zone: 'UTC' })?.inOwnZone, undefined);
});
