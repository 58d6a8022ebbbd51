import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readRepeatedEvents } from './events.ts';
import { lastStart, seriesBudget, startsFrom, type Recurrence } from './occurrences.ts';

/** The only event of a calendar with these lines, read in the time zone of Lisbon. */
function repeated(...lines: string[]) {
  const text = ['BEGIN:VCALENDAR', 'BEGIN:VEVENT', ...lines, 'END:VEVENT', 'END:VCALENDAR', ''].join('\r\n');
  return readRepeatedEvents(text, 'Europe/Lisbon')[0] ?? assert.fail('there is no event');
}

function recurrenceOf(...lines: string[]): Recurrence {
  return repeated(...lines).recurrence ?? assert.fail('the event does not repeat');
}

/** The first starts of a series from a local time on. */
function starts(recurrence: Recurrence, count: number, from = '0001-01-01T00:00:00'): string[] {
  return firstOf(startsFrom(recurrence, Date.parse(`${from}Z`), { steps: seriesBudget }), count);
}

function firstOf(values: Iterable<number>, count: number): string[] {
  const found: string[] = [];
  for (const local of values) {
    if (found.length === count) break;
    found.push(new Date(local).toISOString().slice(0, 16));
  }
  return found;
}

/** The values of a whole series from a local time on. */
function* later(recurrence: Recurrence, from: string): Generator<number> {
  for (const local of startsFrom(recurrence, -Infinity, { steps: 100_000 }))
    if (local >= Date.parse(`${from}Z`)) yield local;
}

const berlin = 'DTSTART;TZID=Europe/Berlin:20260310T190000';

test('a series has the occurrences of its rules and single dates, without the excluded ones', () => {
  const cases: [lines: string[], expected: string[]][] = [
    [['RRULE:FREQ=WEEKLY;COUNT=3'], ['2026-03-10T19:00', '2026-03-17T19:00', '2026-03-24T19:00']],
    [['RRULE:FREQ=MONTHLY;BYDAY=-1FR;COUNT=2'], ['2026-03-27T19:00', '2026-04-24T19:00']],
    [
      ['RRULE:FREQ=DAILY;COUNT=3', 'EXDATE;TZID=Europe/Berlin:20260311T190000'],
      ['2026-03-10T19:00', '2026-03-12T19:00'],
    ],
    // In UTC, in another zone with the local time, and as a day.
    [['RRULE:FREQ=DAILY;COUNT=2', 'EXDATE:20260310T180000Z'], ['2026-03-11T19:00']],
    [['RRULE:FREQ=DAILY;COUNT=2', 'EXDATE;TZID=America/New_York:20260310T190000'], ['2026-03-11T19:00']],
    [['RRULE:FREQ=DAILY;COUNT=2', 'EXDATE;VALUE=DATE:20260310'], ['2026-03-11T19:00']],
    [
      ['RRULE:FREQ=WEEKLY;COUNT=2', 'RDATE:20260312T180000Z', 'RDATE;VALUE=PERIOD:20260313T180000Z/PT1H'],
      ['2026-03-10T19:00', '2026-03-12T19:00', '2026-03-13T19:00', '2026-03-17T19:00'],
    ],
    [
      ['RDATE;TZID=Europe/Berlin:20260312T190000,20260311T190000'],
      ['2026-03-10T19:00', '2026-03-11T19:00', '2026-03-12T19:00'],
    ],
    [
      ['RRULE:FREQ=WEEKLY;COUNT=1', 'RRULE:FREQ=DAILY;COUNT=2'],
      ['2026-03-10T19:00', '2026-03-11T19:00'],
    ],
    // The end is an instant, or a day that counts.
    [['RRULE:FREQ=DAILY;UNTIL=20260311T180000Z'], ['2026-03-10T19:00', '2026-03-11T19:00']],
    [['RRULE:FREQ=DAILY;UNTIL=20260311T175959Z'], ['2026-03-10T19:00']],
    [['RRULE:FREQ=DAILY;UNTIL=20260311'], ['2026-03-10T19:00', '2026-03-11T19:00']],
    [['RRULE:FREQ=MONTHLY;BYMONTH=5;COUNT=2'], ['2026-05-10T19:00', '2027-05-10T19:00']],
  ];
  for (const [lines, expected] of cases)
    assert.deepEqual(starts(recurrenceOf(berlin, ...lines), 9), expected, lines.join());
  assert.deepEqual(starts(recurrenceOf('DTSTART;VALUE=DATE:20260310', 'RRULE:FREQ=DAILY;UNTIL=20260311'), 9), [
    '2026-03-10T00:00',
    '2026-03-11T00:00',
  ]);
  assert.equal(repeated(berlin).recurrence, null);
});

test('the occurrences from a later time on are those of the whole series', () => {
  const rules = [
    'FREQ=DAILY;INTERVAL=3',
    'FREQ=DAILY;BYDAY=MO,TH',
    'FREQ=WEEKLY;INTERVAL=2;BYDAY=MO,WE,SU',
    'FREQ=WEEKLY;INTERVAL=3;WKST=SU;BYDAY=SU,TU',
    'FREQ=MONTHLY;INTERVAL=2',
    'FREQ=MONTHLY;BYDAY=-1FR',
    'FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-1',
    'FREQ=MONTHLY;BYMONTHDAY=31',
    'FREQ=MONTHLY;BYMONTH=3,9;BYDAY=2TU',
    'FREQ=YEARLY',
    'FREQ=HOURLY;INTERVAL=50',
    'FREQ=DAILY;COUNT=900',
  ];
  for (const start of ['20200108T190000', '20200131T190000', '20200229T190000'])
    for (const rule of rules) {
      const recurrence = recurrenceOf(`DTSTART:${start}`, `RRULE:${rule}`);
      for (const from of ['2020-05-02T00:00:00', '2021-12-31T19:00:00', '2022-06-15T00:00:00']) {
        const wanted = firstOf(later(recurrence, from), 4);
        assert.deepEqual(starts(recurrence, 4, from), wanted, `${start} ${rule} ${from}`);
      }
    }
});

test('a rule is followed with a limit, whatever it demands', () => {
  const rules = [
    'FREQ=SECONDLY',
    'FREQ=SECONDLY;COUNT=1000000000',
    'FREQ=SECONDLY;BYMONTH=2;BYMONTHDAY=30',
    'FREQ=DAILY;COUNT=1000000000',
    'FREQ=DAILY;INTERVAL=999999999',
    'FREQ=DAILY;BYMONTH=2;BYMONTHDAY=30',
    'FREQ=WEEKLY;INTERVAL=999999999;BYDAY=MO,TU',
    'FREQ=MONTHLY;BYMONTHDAY=31;BYMONTH=2',
    'FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=366;COUNT=100000',
    'FREQ=YEARLY;BYMONTH=4;BYDAY=1MO;BYMONTHDAY=15',
    'FREQ=YEARLY;INTERVAL=999999999',
    'FREQ=YEARLY;BYYEARDAY=366;INTERVAL=3;COUNT=1000000',
  ];
  for (const rule of rules) {
    const budget = { steps: seriesBudget };
    const { recurrence, event } = repeated(berlin, `RRULE:${rule}`);
    assert.equal(event.starts_at, '2026-03-10T18:00:00.000Z', rule);
    const found = recurrence ? [...startsFrom(recurrence, -Infinity, budget)] : [];
    assert.ok(found.length <= seriesBudget, `${rule}: ${found.length}`);
    if (recurrence) lastStart(recurrence, { steps: seriesBudget });
  }
  const dates = Array.from({ length: 400 }, (_, hour) => new Date(Date.UTC(2026, 2, 11, hour)).toISOString());
  const lines = Array.from(
    { length: 50 },
    () => `RDATE:${dates.map((date) => date.replaceAll(/[-:]|\.000/g, '')).join()}`,
  );
  assert.equal(starts(recurrenceOf(berlin, ...lines), 10_000).length, 401);
  assert.deepEqual(
    repeated(berlin, 'RRULE:FREQ=MONTHLY;BYDAY=9MO').event.warnings,
    repeated(berlin, 'RRULE:FREQ=DAILY;BYMONTH=13').event.warnings,
  );
  assert.equal(repeated(berlin, 'RRULE:FREQ=DAILY;BYMONTH=13').event.warnings.length, 1);
});

test('a finite series ends with its last occurrence', () => {
  const last = (...lines: string[]) => {
    const found = lastStart(recurrenceOf(berlin, ...lines), { steps: seriesBudget });
    return found === null ? null : new Date(found).toISOString().slice(0, 16);
  };
  assert.equal(last('RRULE:FREQ=WEEKLY;COUNT=3'), '2026-03-24T19:00');
  assert.equal(last('RRULE:FREQ=WEEKLY;UNTIL=20260330T000000Z'), '2026-03-24T19:00');
  assert.equal(last('RRULE:FREQ=WEEKLY;COUNT=2', 'RDATE:20260501T170000Z'), '2026-05-01T19:00');
  assert.equal(last('RRULE:FREQ=WEEKLY'), null);
  // Too many to count: the end that the rule states.
  assert.equal(last('RRULE:FREQ=MINUTELY;UNTIL=20301231T225900Z'), '2030-12-31T23:59');
  assert.equal(last('RRULE:FREQ=MINUTELY;COUNT=1000000000'), null);
});
