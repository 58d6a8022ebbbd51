import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { describe, test } from 'node:test';
import { readEvents } from '../../daemon/mail/ical/events.ts';
import { readComponents, type Component } from '../../daemon/mail/ical/jcal.ts';
import { corpusFile, corpusMissing } from '../corpus.ts';

const zone = 'Europe/Berlin';
const filesIn = (pattern: string) => globSync(pattern, { cwd: corpusFile('ical') }).toSorted();
const textOf = (name: string) => readFileSync(corpusFile(`ical/${name}`), 'utf8');

/** Calculated by hand from the files, on both sides of clock changes. */
const knownTimes: Record<string, (string | null)[]> = {
  'Office-2012-owa.ics': ['2020-10-28T02:30:00.000Z', '2020-10-28T17:30:00.000Z', '2020-11-02T18:30:00.000Z'],
  'bad_ms_tz.ics': ['2020-08-25T14:35:00.000Z'],
  'dst-transition-rules.ics': ['2022-10-09T08:00:00.000Z'],
  'exchange-custom-tz.ics': ['2019-04-30T02:00:00.000Z'],
  'floating-dtstart-custom-vtimezone.ics': ['2025-06-10T18:00:00.000Z'],
  'google-calendar-kiev-tz.ics': ['2016-08-26T11:00:00.000Z', '2016-08-25T11:00:00.000Z'],
  'google-recurrence-order.ics': ['2026-02-11T17:30:00.000Z'],
  'ms_timezones.ics': ['2020-09-10T07:00:00.000Z', '2020-06-09T07:00:00.000Z', '2020-09-15T15:30:00.000Z'],
  'multi-era-vtimezone.ics': ['2025-06-10T18:00:00.000Z', '1985-10-15T18:00:00.000Z'],
  'test_with_tz_list.ics': ['2024-04-15T17:00:00.000Z'],
  // All day in Berlin, over the night on which clocks are set back.
  'whole_day_moved_over_dst_change_berlin.ics': ['2024-10-26T22:00:00.000Z', '2024-10-29T23:00:00.000Z'],
  'windows-quoted-tz-rrule.ics': ['2015-07-06T16:00:00.000Z'],
};

/** The local time of a zone at an instant, from another formatter than the one that found the instant. */
function localTimeIn(timeZone: string, instant: string): string {
  const parts = {
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
  } as const;
  const format = new Intl.DateTimeFormat('en-GB', { timeZone, hourCycle: 'h23', ...parts });
  const { year, month, day, hour, minute, second } = Object.fromEntries(
    format.formatToParts(new Date(instant)).map(({ type, value }) => [type, value]),
  );
  return `${year}-${month}-${day}T${hour}:${minute}:${second}`;
}

describe('calendars of the corpus', { skip: corpusMissing() }, () => {
  test('every file is read to its end, and each event has a form that the wire format supports', () => {
    const names = filesIn('**/*.{ics,vcf}');
    assert.ok(names.length > 100);
    for (const name of names) {
      for (const { starts_at, ends_at, starts_local } of readEvents(textOf(name), zone)) {
        assert.equal(starts_at === null, starts_local === null, name);
        if (starts_at !== null) assert.equal(new Date(starts_at).toISOString(), starts_at, name);
        if (ends_at !== null) assert.ok(starts_at !== null && starts_at < ends_at, name);
      }
    }
  });

  test('each line is parsed as the expected jCal', () => {
    const asJcal = ({ name, properties, components }: Component): unknown => [name, properties, components.map(asJcal)];
    for (const name of filesIn('icaljs-parser/*.ics')) {
      const expected = JSON.parse(textOf(name.replace(/ics$/, 'json'))) as unknown[];
      const wanted = typeof expected[0] === 'string' ? [expected] : expected;
      const read: unknown = JSON.parse(JSON.stringify(readComponents(textOf(name)).map(asJcal)));
      assert.deepEqual(read, wanted, name);
    }
  });

  test('events of Outlook, Google and Exchange begin at the local time of their zone that they state', () => {
    let checked = 0;
    for (const name of [...filesIn('node-ical/*.ics'), ...filesIn('cyrus-cassandane/*.ics')]) {
      for (const { starts_at, starts_local, ends_at, ends_local, time_zone, all_day } of readEvents(
        textOf(name),
        zone,
      )) {
        if (starts_at === null || all_day || time_zone === null || !isZone(time_zone)) continue;
        assert.equal(localTimeIn(time_zone, starts_at), starts_local, name);
        if (ends_at !== null) assert.equal(localTimeIn(time_zone, ends_at), ends_local, name);
        checked++;
      }
    }
    assert.ok(checked > 60, `${checked} were checked`);
  });

  for (const [name, starts] of Object.entries(knownTimes))
    test(`${name} begins when it should`, () => {
      const events = readEvents(textOf(`node-ical/${name}`), zone);
      assert.deepEqual(
        events.slice(0, starts.length).map(({ starts_at }) => starts_at),
        starts,
      );
    });
});

function isZone(name: string): boolean {
  return /^(Europe|America|Asia|Australia|Africa|Etc)\//.test(name);
}
