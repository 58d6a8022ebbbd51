import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Failure } from '../../base/failure.ts';
import { presets, wakeTime, type TimeContext } from './moments.ts';

const hours: TimeContext['hours'] = { morning_hour: 9, evening_hour: 18, weekend_day: 'saturday', weekend_hour: 10 };

/** A Tuesday, nine in the morning in Berlin. */
const tuesday: TimeContext = { now: new Date('2026-03-10T08:00:00Z'), zone: 'Europe/Berlin', hours };

const at = (now: string, more: Partial<TimeContext['hours']> = {}, zone = 'Europe/Berlin'): TimeContext => ({
  now: new Date(now),
  zone,
  hours: { ...hours, ...more },
});

const offered = (when: TimeContext) => Object.fromEntries(presets(when).map(({ id, wakeAt }) => [id, wakeAt]));

function codeOf(text: string, when = tuesday): string | undefined {
  try {
    wakeTime(text, when);
    return undefined;
  } catch (thrown) {
    return (thrown as Failure).code;
  }
}

test('the presets are at the configured hours, in local time, in their order', () => {
  assert.deepEqual(presets(tuesday), [
    { id: 'tomorrow', name: 'tomorrow', label: 'Tomorrow', wakeAt: '2026-03-11T08:00:00.000Z' },
    { id: 'tonight', name: 'tonight', label: 'Tonight', wakeAt: '2026-03-10T17:00:00.000Z' },
    { id: 'weekend', name: 'weekend', label: 'Weekend', wakeAt: '2026-03-14T09:00:00.000Z' },
    { id: 'monday', name: 'monday', label: 'Monday', wakeAt: '2026-03-16T08:00:00.000Z' },
  ]);
});

test('checklist 50: the evening preset disappears at the evening hour', () => {
  assert.ok('tonight' in offered(at('2026-03-10T16:59:59Z')));
  assert.ok(!('tonight' in offered(at('2026-03-10T17:00:00Z'))));
  assert.equal(codeOf('tonight', at('2026-03-10T17:00:00Z')), 'time_past');
});

describe('checklist 49', () => {
  test('any day can start the weekend, and on that day the preset is next week’s', () => {
    const wednesday = { weekend_day: 'wednesday' } as const;
    assert.equal(offered(at('2026-03-10T08:00:00Z', wednesday)).weekend, '2026-03-11T09:00:00.000Z');
    assert.equal(offered(at('2026-03-11T05:00:00Z', wednesday)).weekend, '2026-03-18T09:00:00.000Z');
    assert.equal(offered(at('2026-03-16T01:00:00Z')).monday, '2026-03-23T08:00:00.000Z');
  });

  test('nine in the morning stays nine in the morning across changes of daylight saving time', () => {
    assert.equal(offered(at('2026-03-28T11:00:00Z')).tomorrow, '2026-03-29T07:00:00.000Z');
    assert.equal(offered(at('2026-10-24T11:00:00Z')).tomorrow, '2026-10-25T08:00:00.000Z');
  });

  test('an hour skipped by daylight saving time is the hour after it, and of a repeated hour the first counts', () => {
    const early = { morning_hour: 2 };
    assert.equal(offered(at('2026-03-28T11:00:00Z', early)).tomorrow, '2026-03-29T01:00:00.000Z');
    assert.equal(offered(at('2026-10-24T11:00:00Z', early)).tomorrow, '2026-10-25T00:00:00.000Z');
  });
});

test('the day depends on the time zone', () => {
  const late = '2026-03-10T20:00:00Z';
  assert.equal(offered(at(late, {}, 'Pacific/Auckland')).tomorrow, '2026-03-11T20:00:00.000Z');
  assert.equal(offered(at(late, {}, 'America/Los_Angeles')).tomorrow, '2026-03-11T16:00:00.000Z');
});

for (const [text, expected] of [
  ['tomorrow', '2026-03-11T08:00:00.000Z'],
  ['tomorrow_morning', '2026-03-11T08:00:00.000Z'],
  ['Tomorrow Morning', '2026-03-11T08:00:00.000Z'],
  ['next-monday', '2026-03-16T08:00:00.000Z'],
  ['tuesday', '2026-03-17T08:00:00.000Z'],
  ['friday', '2026-03-13T08:00:00.000Z'],
  ['sunday', '2026-03-15T09:00:00.000Z'],
  ['2026-03-12T09:00:00', '2026-03-12T08:00:00.000Z'],
  ['2026-07-12T09:00:00', '2026-07-12T07:00:00.000Z'],
  ['2026-03-12T09:00:00Z', '2026-03-12T09:00:00.000Z'],
  ['2026-03-12T09:00:00-05:00', '2026-03-12T14:00:00.000Z'],
  ['2031-03-10T08:00:00Z', '2031-03-10T08:00:00.000Z'],
] as const) {
  test(`"${text}" is ${expected}`, () => assert.equal(wakeTime(text, tuesday).toISOString(), expected));
}

for (const [text, code] of [
  ['someday', 'bad_until'],
  ['2026-02-30T09:00:00Z', 'bad_until'],
  ['2026-03-12', 'bad_until'],
  ['2026-03-10T08:00:00Z', 'time_past'],
  ['2026-03-10T09:00:00', 'time_past'],
  ['1999-12-31T23:59:59Z', 'time_past'],
  ['2031-03-10T08:00:01Z', 'time_far'],
] as const) {
  test(`"${text}" is refused: ${code}`, () => assert.equal(codeOf(text), code));
}
