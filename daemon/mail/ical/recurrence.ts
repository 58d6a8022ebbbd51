import ICAL from 'ical.js';
import type { CalendarEvent } from '../../contract/calendar.ts';
import { propertiesNamed, type Component, type Property } from './jcal.ts';
import { readTime, type CalendarTime } from './times.ts';
import { isReadableRule, type Recurrence } from './occurrences.ts';
import type { EventTimeZone } from './zones.ts';

/** Rules and dates of an event. Further ones are dropped. */
const maxRules = 5;
const maxDates = 1_000;

const dayMs = 86_400_000;

type ZoneLookup = (time: CalendarTime) => EventTimeZone;

/** How an event repeats; null if it does not. Rules that cannot be followed are left out. */
export function readRecurrence(event: Component, start: CalendarTime, findZone: ZoneLookup): Recurrence | null {
  const zone = findZone(start);
  const rules = rulesOf(event)
    .filter((rule) => isReadableRule(rule, start.local))
    .map((rule) => withLocalEnd(rule, start, zone));
  const localOf = (time: CalendarTime) =>
    time.isDate || time.tzid === start.tzid ? time.local : zone.localAt(findZone(time).instantAt(time.local));
  const dates = timesNamed(event, 'rdate').map(localOf);
  if (rules.length === 0 && dates.length === 0) return null;
  const excluded = timesNamed(event, 'exdate');
  const isDay = (time: CalendarTime) => time.isDate && !start.isDate;
  return {
    start: start.local,
    isDate: start.isDate,
    rules: rules.map(String),
    dates: [...new Set(dates)].toSorted((a, b) => a - b),
    // Some writers name another zone with the local times of the event.
    excluded: excluded.filter((time) => !isDay(time)).flatMap((time) => [...new Set([localOf(time), time.local])]),
    excludedDays: excluded.filter(isDay).map(({ local }) => local),
    zone: zone.definition,
  };
}

/** Whether an event has a rule that `readRecurrence` leaves out. */
export function hasUnreadableRule(event: Component, recurrence: Recurrence | null): boolean {
  return propertiesNamed(event, 'rrule').length > (recurrence?.rules.length ?? 0);
}

function rulesOf(event: Component): ICAL.Recur[] {
  return propertiesNamed(event, 'rrule')
    .slice(0, maxRules)
    .flatMap(([, , , value]) => (typeof value === 'object' && value !== null ? ICAL.Recur.fromData(value) : []));
}

/** The single times of all properties of this name. Of a period (RFC 5545, section 3.3.9), the start is used. */
function timesNamed(event: Component, name: string): CalendarTime[] {
  return propertiesNamed(event, name)
    .flatMap(([key, parameters, type, ...values]) =>
      values.slice(0, maxDates).map((value): Property => [key, parameters, type, startOf(value)]),
    )
    .slice(0, maxDates)
    .map(readTime)
    .filter((time) => time !== undefined);
}

function startOf(value: unknown): unknown {
  if (Array.isArray(value)) return value[0];
  return typeof value === 'string' ? value.split('/')[0] : value;
}

/** The end of a rule is written in UTC, although the rule counts in local time. An end without a time includes its day. */
function withLocalEnd(rule: ICAL.Recur, start: CalendarTime, zone: EventTimeZone): ICAL.Recur {
  const end = rule.until && readTime(['until', {}, 'date-time', rule.until.toString()]);
  if (!end) return rule;
  const local = end.isUtc ? zone.localAt(end.local) : end.local;
  const last = end.isDate && !start.isDate ? local + dayMs - 1000 : local;
  const until = ICAL.Time.fromDateTimeString(new Date(last).toISOString().slice(0, 19));
  return Object.assign(rule.clone(), { until });
}

const frequencies = { DAILY: 'daily', WEEKLY: 'weekly', MONTHLY: 'monthly', YEARLY: 'yearly' } as const;

type Repetition = NonNullable<CalendarEvent['repeats']>;

/** A description of a recurrence for a sentence; null if the event does not repeat. */
export function describeRecurrence(recurrence: Recurrence | null): Repetition | null {
  if (!recurrence) return null;
  const [text, ...others] = recurrence.rules;
  const other = { ...noRule, count: recurrence.rules.length === 0 ? occurrenceCount(recurrence) : null };
  if (text === undefined || others.length > 0) return other;
  const rule = ICAL.Recur.fromString(text);
  const frequency = frequencies[rule.freq as keyof typeof frequencies];
  const parts = Object.keys(rule.parts).filter((part) => !isImplied(rule, part, recurrence.start));
  const positions = numbersOf(rule, 'BYSETPOS');
  const until = rule.until ? rule.until.toString().slice(0, 10) : null;
  if (
    frequency === undefined ||
    parts.some((part) => !describedParts.has(part)) ||
    positions.length > 1 ||
    (positions.length === 1 && !(frequency === 'monthly' && parts.includes('BYDAY')))
  )
    return { ...other, count: rule.count ?? null, until };
  return {
    frequency,
    interval: rule.interval,
    weekdays: parts.includes('BYDAY') ? weekdaysOf(rule) : [],
    position: positions[0] ?? null,
    month_days: parts.includes('BYMONTHDAY') ? numbersOf(rule, 'BYMONTHDAY') : [],
    months: parts.includes('BYMONTH') ? numbersOf(rule, 'BYMONTH') : [],
    count: rule.count ?? null,
    until,
  };
}

const noRule: Repetition = {
  frequency: 'other',
  interval: 1,
  weekdays: [],
  position: null,
  month_days: [],
  months: [],
  count: null,
  until: null,
};

/** Parts of a rule that a sentence can express. */
const describedParts = new Set(['BYDAY', 'BYMONTHDAY', 'BYMONTH', 'BYSETPOS']);

/** Some writers repeat the time of the start in the rule. */
function isImplied(rule: ICAL.Recur, part: string, start: number): boolean {
  const at = new Date(start);
  const implied: Record<string, number> = {
    BYHOUR: at.getUTCHours(),
    BYMINUTE: at.getUTCMinutes(),
    BYSECOND: at.getUTCSeconds(),
  };
  const values = numbersOf(rule, part);
  return implied[part] !== undefined && values.length === 1 && values[0] === implied[part];
}

function numbersOf(rule: ICAL.Recur, part: string): number[] {
  return ((rule.parts as Record<string, unknown[] | undefined>)[part] ?? []).map(Number);
}

function weekdaysOf(rule: ICAL.Recur): Repetition['weekdays'] {
  return ((rule.parts as Record<string, string[] | undefined>)['BYDAY'] ?? []).flatMap((text) => {
    const [, nth, day] = /^([+-]?\d+)?(SU|MO|TU|WE|TH|FR|SA)$/.exec(text) ?? [];
    return day === undefined
      ? []
      : [{ day: day as Repetition['weekdays'][number]['day'], nth: nth === undefined ? null : Number(nth) }];
  });
}

function occurrenceCount({ start, dates, excluded }: Recurrence): number {
  const starts = new Set([start, ...dates]);
  for (const each of excluded) starts.delete(each);
  return starts.size;
}
