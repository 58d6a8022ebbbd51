import { utcDay } from '../../base/local-time.ts';
import { propertiesNamed, valueOf, type Component, type Property } from './jcal.ts';
import { readTime } from './times.ts';

const dayMs = 86_400_000;
const weekdays = ['SU', 'MO', 'TU', 'WE', 'TH', 'FR', 'SA'];
/** The maximum number of single dates (RDATE) on which a rule may change the clocks. */
const maxOnsets = 1_000;

/** The instants at which the clocks change to an offset; all in milliseconds. */
type Observance = {
  /** `standard` or `daylight`. */
  kind: string;
  from: number;
  to: number;
  /** The single instants (RDATE), ascending. */
  onsets: number[];
  yearly: Yearly | undefined;
};

/** A yearly clock change, from `first` to `until`. */
type Yearly = { first: number; until: number; inYear: (year: number) => number | undefined };

/**
 * The clocks of a VTIMEZONE (RFC 5545, section 3.6.5): returns the UTC offset at an instant, both in milliseconds.
 * Undefined if the component has no usable rule. Only yearly rules are supported, which are the rules that writers
 * use; recurrences are not expanded.
 */
export function zoneRules(zone: Component): ((instant: number) => number) | undefined {
  const parts = zone.components.filter(({ name }) => name === 'standard' || name === 'daylight');
  const observances = parts.map(readObservance).filter((each) => each !== undefined);
  if (observances.length === 0 || observances.length < parts.length) return undefined;
  const first = observances.toSorted((a, b) => firstOnset(a) - firstOnset(b))[0];
  const bounded = observances.map((each) => endAtNextRule(each, observances));
  return (instant) => {
    let [latest, offset] = [-Infinity, first?.from ?? 0];
    for (const observance of bounded) {
      const onset = lastOnset(observance, instant);
      if (onset !== undefined && onset >= latest) [latest, offset] = [onset, observance.to];
    }
    return offset;
  };
}

function readObservance(component: Component): Observance | undefined {
  const [from, to] = [offsetOf(component, 'tzoffsetfrom'), offsetOf(component, 'tzoffsetto')];
  const start = readTime(propertiesNamed(component, 'dtstart')[0]);
  if (to === undefined || !start) return undefined;
  const offsetBefore = from ?? to;
  const rules = propertiesNamed(component, 'rrule');
  const yearly = rules.map((rule) => readRule(rule, start.local, offsetBefore));
  if (rules.length > 1 || (rules.length === 1 && !yearly[0])) return undefined;
  const listed = propertiesNamed(component, 'rdate').flatMap((property) => datesOf(property, offsetBefore));
  const onsets = [start.local - offsetBefore, ...listed].slice(0, maxOnsets).toSorted((a, b) => a - b);
  return { kind: component.name, from: offsetBefore, to, onsets, yearly: yearly[0] };
}

function datesOf([name, parameters, type, ...values]: Property, offsetBefore: number): number[] {
  return values.slice(0, maxOnsets).flatMap((value) => {
    const time = readTime([name, parameters, type, value]);
    return time ? [time.isUtc ? time.local : time.local - offsetBefore] : [];
  });
}

/** Some writers keep an obsolete rule without an end: the next rule of its kind ends it. */
function endAtNextRule(observance: Observance, all: readonly Observance[]): Observance {
  const { kind, yearly } = observance;
  if (!yearly) return observance;
  const next = all.filter((each) => each.kind === kind && each.yearly && each.yearly.first > yearly.first);
  const until = Math.min(yearly.until, ...next.map((each) => (each.yearly?.first ?? Infinity) - 1));
  return { ...observance, yearly: { ...yearly, until } };
}

function firstOnset({ onsets }: Observance): number {
  return onsets[0] ?? Infinity;
}

/** `+0100`, or `+01:00` in jCal. */
function offsetOf(component: Component, name: string): number | undefined {
  const found = /^([+-])(\d{2}):?(\d{2})(?::?(\d{2}))?$/.exec(valueOf(component, name) ?? '');
  if (!found) return undefined;
  const seconds = Number(found[2]) * 3600 + Number(found[3]) * 60 + Number(found[4] ?? 0);
  return seconds >= dayMs / 1000 ? undefined : (found[1] === '-' ? -seconds : seconds) * 1000;
}

type RuleValue = string | number;
type Rule = Record<string, RuleValue | RuleValue[] | undefined>;

/** A rule for a day of every year; other rules are ignored, such as every fifth year. */
function readRule([, , , value]: Property, start: number, offsetBefore: number): Yearly | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  const rule = value as Rule;
  const month = Number(singleValue(rule['bymonth']) ?? new Date(start).getUTCMonth() + 1);
  const dayOf = dayOfMonthRule(rule, start);
  if (rule['freq'] !== 'YEARLY' || Number(rule['interval'] ?? 1) !== 1 || !(month >= 1 && month <= 12) || !dayOf)
    return undefined;
  const time = ((start % dayMs) + dayMs) % dayMs;
  const inYear = (year: number) => {
    const day = dayOf(year, month);
    return day === undefined ? undefined : utcDay(year, month, day) + time - offsetBefore;
  };
  const years = typeof rule['count'] === 'number' ? rule['count'] : undefined;
  const counted = years === undefined ? Infinity : utcDay(new Date(start).getUTCFullYear() + years, 1, 1) - 1;
  return { first: start - offsetBefore, until: Math.min(untilOf(rule, offsetBefore), counted), inYear };
}

function untilOf(rule: Rule, offsetBefore: number): number {
  if (rule['until'] === undefined) return Infinity;
  const time = readTime(['until', {}, 'date-time', String(rule['until'])]);
  if (!time) return Infinity;
  if (time.isUtc) return time.local;
  return (time.isDate ? time.local + dayMs - 1 : time.local) - offsetBefore;
}

/** The day of a month in a rule: `BYDAY=-1SU`, `BYMONTHDAY=8,9,…;BYDAY=SU`, `BYMONTHDAY=1`, or that of its start. */
function dayOfMonthRule(rule: Rule, start: number): ((year: number, month: number) => number | undefined) | undefined {
  const [byDay, monthDays] = [rule['byday'], listOf(rule['bymonthday'])];
  if (byDay === undefined) {
    const day = monthDays[0] ?? new Date(start).getUTCDate();
    return monthDays.length > 1 ? undefined : (year, month) => (day <= daysInMonth(year, month) ? day : undefined);
  }
  const found = /^([+-]?\d)?(SU|MO|TU|WE|TH|FR|SA)$/.exec(String(singleValue(byDay)));
  if (!found) return undefined;
  const weekday = weekdays.indexOf(found[2] ?? '');
  const nth = Number(found[1] ?? 0);
  if (nth === 0 && monthDays.length === 0) return undefined;
  return (year, month) => {
    const days = weekdaysOfMonth(year, month, weekday);
    return nth === 0 ? days.find((day) => monthDays.includes(day)) : days.at(nth > 0 ? nth - 1 : nth);
  };
}

function weekdaysOfMonth(year: number, month: number, weekday: number): number[] {
  const first = new Date(utcDay(year, month, 1)).getUTCDay();
  const days = [0, 7, 14, 21, 28].map((week) => week + 1 + ((weekday - first + 7) % 7));
  return days.filter((day) => day <= daysInMonth(year, month));
}

function daysInMonth(year: number, month: number): number {
  return new Date(utcDay(year, month + 1, 0)).getUTCDate();
}

/** jCal writes a list with a single member as that member. */
function listOf(value: Rule[string]): number[] {
  return (Array.isArray(value) ? value : value === undefined ? [] : [value]).map(Number);
}

function singleValue(value: Rule[string]): RuleValue | undefined {
  if (!Array.isArray(value)) return value;
  return value.length === 1 ? value[0] : undefined;
}

/** The last instant up to `at` at which the clocks changed to this offset. */
function lastOnset({ onsets, yearly }: Observance, at: number): number | undefined {
  const listed = onsets.findLast((onset) => onset <= at);
  const until = Math.min(at, yearly?.until ?? -Infinity);
  if (!yearly || until < yearly.first) return listed;
  const year = new Date(until).getUTCFullYear();
  const repeated = [year + 1, year, year - 1]
    .map(yearly.inYear)
    .find((onset) => onset !== undefined && onset <= until && onset >= yearly.first);
  return Math.max(listed ?? -Infinity, repeated ?? -Infinity);
}
