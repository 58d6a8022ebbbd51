import assert from 'node:assert/strict';
import { test } from 'node:test';
import { repetitionText } from './repetition-text.ts';

type Event = Parameters<typeof repetitionText>[0];
type Repetition = NonNullable<Event['repeats']>;
type Weekday = Repetition['weekdays'][number]['day'];

/** A series from a local time on; its own clocks show `starts_local`. */
function series(rule: Partial<Repetition>, starts = '2026-12-04T19:00:00', starts_local = starts): Event {
  const once = { interval: 1, weekdays: [], position: null, month_days: [], months: [], count: null, until: null };
  return {
    starts_at: new Date(starts).toISOString(),
    starts_local,
    all_day: false,
    time_zone: 'America/New_York',
    repeats: { frequency: 'other', ...once, ...rule },
  };
}

const on = (...days: Weekday[]) => days.map((day) => ({ day, nth: null }));
const nth = (number: number, day: Weekday) => [{ day, nth: number }];
const workdays = on('MO', 'TU', 'WE', 'TH', 'FR');

test('a series is described by a sentence', () => {
  const sentences: [rule: Partial<Repetition>, sentence: string][] = [
    [{ frequency: 'daily' }, 'Every day'],
    [{ frequency: 'daily', interval: 3, count: 4 }, 'Every 3 days, 4 times'],
    [{ frequency: 'weekly' }, 'Every Friday'],
    [{ frequency: 'weekly', weekdays: on('TU'), until: '2027-03-03' }, 'Every Tuesday until 3 March 2027'],
    [{ frequency: 'weekly', interval: 2, weekdays: on('MO', 'TH') }, 'Every 2 weeks on Monday and Thursday'],
    [{ frequency: 'weekly', weekdays: workdays, count: 10 }, 'Every weekday, 10 times'],
    [{ frequency: 'daily', weekdays: workdays }, 'Every weekday'],
    [{ frequency: 'monthly' }, 'Every month'],
    [{ frequency: 'monthly', weekdays: nth(-1, 'FR') }, 'Every month on the last Friday'],
    [{ frequency: 'monthly', weekdays: on('TU'), position: 2 }, 'Every month on the second Tuesday'],
    [{ frequency: 'monthly', weekdays: workdays, position: -1 }, 'Every month on the last weekday'],
    [{ frequency: 'monthly', month_days: [1, 15] }, 'Every month on day 1 and day 15'],
    [{ frequency: 'monthly', interval: 2, month_days: [-1] }, 'Every 2 months on the last day'],
    [{ frequency: 'yearly' }, 'Every year on 4 December'],
    [{ frequency: 'yearly', months: [2], month_days: [29] }, 'Every year on 29 February'],
    [{ frequency: 'yearly', months: [3], weekdays: nth(2, 'SU') }, 'Every year on the second Sunday in March'],
    [{ frequency: 'monthly', weekdays: on('MO'), month_days: [13] }, 'Repeats'],
    [{ frequency: 'other', count: 5 }, 'Repeats, 5 times'],
  ];
  for (const [rule, sentence] of sentences) assert.equal(repetitionText(series(rule))?.repeats, sentence);
  assert.equal(repetitionText({ ...series({}), repeats: null }), undefined);
});

test('weekdays and the end are those of the reader’s clocks, where these can be named', () => {
  const late = (rule: Partial<Repetition>) =>
    repetitionText(series(rule, '2026-12-05T05:00:00', '2026-12-04T23:00:00'))?.repeats;
  assert.equal(
    late({ frequency: 'weekly', weekdays: on('FR'), until: '2026-12-18' }),
    'Every Saturday until 19 December 2026',
  );
  assert.equal(late({ frequency: 'weekly' }), 'Every Saturday');
  assert.equal(
    late({ frequency: 'monthly', weekdays: nth(-1, 'FR') }),
    'Every month on the last Friday, America/New York time',
  );
});
