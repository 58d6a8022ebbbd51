import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { describe, test } from 'node:test';
import ICAL from 'ical.js';
import { RRuleTemporal } from 'rrule-temporal';
import { eventsIn, readRepeatedEvents } from '../../daemon/mail/ical/events.ts';
import { readComponents, type Component } from '../../daemon/mail/ical/jcal.ts';
import { seriesBudget, startsFrom, type Recurrence } from '../../daemon/mail/ical/occurrences.ts';
import { corpusFile, corpusMissing } from '../corpus.ts';

const zone = 'Europe/Berlin';
/** Occurrences that are compared of each series: those of ten years, and not more than this. */
const maxOccurrences = 400;
const years = 10;

/** Why another library finds other occurrences, by file and index of the event; the result of Posthorn is right. */
const explained: Record<string, string> = {
  'cyrus-cassandane/rdate_period.ics 0': 'equal counts: ical.js returns the period, not its start',
  'cyrus-cassandane/recurrenceoverrides.ics 0': 'equal counts: ical.js returns the period, not its start',
  'icaljs-samples/multiple_rrules.ics 0': 'ical.js loses the last occurrence of a second rule with the same end',
  'node-ical/biweekly-exdate-until.ics 1': 'ical.js refuses an EXDATE that Posthorn reads as a date',
  'node-ical/exchange_whole_day_moved_recurrence.ics 0':
    'Exchange ends an all-day series at midnight in UTC terms: that day counts',
  'node-ical/exchange_whole_day_moved_recurrence_offset_tz.ics 0':
    'Exchange ends an all-day series at midnight in UTC terms: that day counts',
};

type Counts = { name: string; ours: number[]; icalJs: number[] | string; other: number[] | string };

/** The local starts of a series, as ical.js expands it itself, with the time zones of the file. */
function icalJsStarts(calendar: Component, event: Component, before: number): number[] | string {
  try {
    const asJcal = ({ name, properties, components }: Component): unknown[] => [
      name,
      properties,
      components.map(asJcal),
    ];
    const whole = new ICAL.Component(asJcal({ ...calendar, components: [...zonesOf(calendar), event] }));
    const component = whole.getFirstSubcomponent('vevent');
    if (!component) return 'no event';
    const iterator = new ICAL.Event(component).iterator();
    const starts: number[] = [];
    while (starts.length < maxOccurrences) {
      const time = iterator.next() as ICAL.Time | undefined;
      const start = time && Date.UTC(time.year, time.month - 1, time.day, time.hour, time.minute, time.second);
      if (start === undefined || start >= before) break;
      starts.push(start);
    }
    return starts;
  } catch (failed) {
    return failed instanceof Error ? failed.message : String(failed);
  }
}

function zonesOf({ components }: Component): Component[] {
  return components.filter(({ name }) => name === 'vtimezone');
}

/** The local starts that rrule-temporal finds for the rules, with the single dates added and the exclusions left out. */
function temporalStarts(
  { start, rules, dates, excluded, excludedDays }: Recurrence,
  before: number,
): number[] | string {
  try {
    const written = (local: number) => new Date(local).toISOString().replaceAll(/[-:]|\.000/g, '');
    const ruled = rules.flatMap((rule) => {
      const text = rule.replace(
        /UNTIL=([^;]+)/,
        (_, until: string) =>
          `UNTIL=${written(Date.parse(`${until.replace(/^(\d{4})-?(\d\d)-?(\d\d)(?:T(\d\d):?(\d\d):?(\d\d))?Z?$/, (_all, y: string, m: string, d: string, h = '00', min = '00', s = '00') => `${y}-${m}-${d}T${h}:${min}:${s}`)}Z`))}`,
      );
      const found: number[] = [];
      new RRuleTemporal({ rruleString: `DTSTART:${written(start)}\nRRULE:${text}`, maxIterations: 100_000 }).all(
        ({ epochMilliseconds: at }) => at < before && found.push(at) < maxOccurrences + excluded.length,
      );
      return found.filter((at) => at < before);
    });
    const left = new Set(excluded);
    const all = new Set([...(rules.length === 0 ? [start] : []), ...ruled, ...dates]);
    return [...all]
      .filter((at) => !left.has(at) && !excludedDays.includes(Math.floor(at / 86_400_000) * 86_400_000) && at < before)
      .toSorted((a, b) => a - b)
      .slice(0, maxOccurrences);
  } catch (failed) {
    return failed instanceof Error ? failed.message : String(failed);
  }
}

function ourStarts(recurrence: Recurrence, before: number): number[] {
  const starts: number[] = [];
  for (const start of startsFrom(recurrence, -Infinity, { steps: seriesBudget })) {
    if (start >= before || starts.length >= maxOccurrences) break;
    starts.push(start);
  }
  return starts;
}

function countsOf(name: string): Counts[] {
  const text = readFileSync(corpusFile(`ical/${name}`), 'utf8');
  const sources = eventsIn(readComponents(text));
  return readRepeatedEvents(text, zone).flatMap(({ recurrence }, at) => {
    const source = sources[at];
    if (!recurrence || !source) return [];
    const before = new Date(recurrence.start).setUTCFullYear(new Date(recurrence.start).getUTCFullYear() + years);
    return {
      name: `${name} ${at}`,
      ours: ourStarts(recurrence, before),
      icalJs: icalJsStarts(source.calendar, source.event, before),
      other: temporalStarts(recurrence, before),
    };
  });
}

const shown = (starts: number[] | string) =>
  typeof starts === 'string' ? `refused (${starts.slice(0, 40)})` : starts.length;
const isSame = (one: number[], other: number[] | string) => JSON.stringify(one) === JSON.stringify(other);

describe('series of the corpus', { skip: corpusMissing() }, () => {
  test('each has the occurrences that ical.js and rrule-temporal find, or the difference is explained', (t) => {
    const counts = globSync('**/*.{ics,vcf}', { cwd: corpusFile('ical') })
      .toSorted()
      .flatMap(countsOf);
    assert.ok(counts.length > 40, `${counts.length} series`);
    const differing: string[] = [];
    for (const { name, ours, icalJs, other } of counts) {
      const isEqual = isSame(ours, icalJs) && isSame(ours, other);
      const why = isEqual ? '' : (explained[name] ?? 'NOT EXPLAINED');
      t.diagnostic(`${name}: ${ours.length}, ical.js ${shown(icalJs)}, rrule-temporal ${shown(other)} ${why}`);
      if (isEqual === name in explained) differing.push(name);
    }
    assert.deepEqual(differing, []);
  });
});
