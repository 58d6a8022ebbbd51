import { instantAt, localTime, utcDay } from '../../base/local-time.ts';
import { monthNumber, readDayOfMonth, readRelativeDay, type RelativeDay } from './relative-days.ts';

/** A day, a month or a year of the calendar; without a month it is the year, without a day the month. */
export type CalendarDay = { year: number; month?: number; day?: number };

/** A range of days, of the calendar or relative to now. */
export type Day = CalendarDay | RelativeDay;

/** The forms that `readDay` accepts. Spaces, hyphens and underscores are equivalent. */
export const dayForms = [
  'YYYY-MM-DD',
  'YYYY/MM/DD',
  'MM/DD/YYYY',
  'YYYY-MM',
  'YYYY',
  'today',
  'yesterday',
  'this-week',
  'this-month',
  'this-year',
  'last-week',
  'last-month',
  'last-year',
  'last-<number>-days',
  '<number>-days-ago',
  'march',
  'march-2026',
  '3-march-2026',
  'monday',
] as const;

/** Undefined for an invalid day, such as the 30th of February. */
export function readDay(value: string): Day | undefined {
  const american = /^(\d{1,2})\/(\d{1,2})\/(\d{4})$/.exec(value);
  const found = american ?? /^(\d{4})([-/])(\d{1,2})\2(\d{1,2})$/.exec(value);
  if (found) {
    const [year, month, day] = american ? [found[3], found[1], found[2]] : [found[1], found[3], found[4]];
    return validDay(Number(year), Number(month), Number(day));
  }
  const [, year, month] = /^((?:19|20)\d\d)(?:[-/](\d\d))?$/.exec(value) ?? [];
  if (year !== undefined && month === undefined) return { year: Number(year) };
  if (month !== undefined && Number(month) >= 1 && Number(month) <= 12) {
    return { year: Number(year), month: Number(month) };
  }
  const words = value
    .toLowerCase()
    .trim()
    .split(/[\s_-]+/);
  return readNamedDay(words) ?? readRelativeDay(words);
}

/** `march 2026`, `3 march 2026` and `march 3 2026`. */
function readNamedDay(words: readonly string[]): CalendarDay | undefined {
  const [first = '', second = '', third] = words;
  const year = words.at(-1) ?? '';
  if (!/^(?:19|20)\d\d$/.test(year) || words.length > 3) return undefined;
  if (third === undefined) {
    const month = monthNumber(first);
    return month === undefined ? undefined : { year: Number(year), month };
  }
  const found = readDayOfMonth(first, second) ?? readDayOfMonth(second, first);
  return found && validDay(Number(year), found.month, found.day);
}

function validDay(year: number, month: number, day: number): CalendarDay | undefined {
  const date = new Date(utcDay(year, month, day));
  const exists = date.getUTCFullYear() === year && date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
  return exists ? { year, month, day } : undefined;
}

const ageUnits: Record<string, number> = { d: 1, w: 7, m: 30, y: 365 };

/** `3d`, `2w`, `6m`, `1y` in seconds: a month counts as 30 days, a year as 365. */
export function readAge(value: string): number | undefined {
  const [, count, unit = ''] = /^(\d{1,6})([dwmy])$/i.exec(value) ?? [];
  return count === undefined ? undefined : Number(count) * (ageUnits[unit.toLowerCase()] ?? 0) * secondsPerDay;
}

/** The current time, and an IANA time zone or undefined for the time zone of the machine. */
export type Now = { now: Date; zone: string | undefined };

/** The instants of `day`, in unix seconds: `from` is included, `until` is not. */
export function instantsOf(day: Day, { now, zone }: Now): { from: number; until: number } {
  const { first, next } = calendarDays(day, { now, zone });
  return { from: instantAt(first, zone) / 1000, until: instantAt(next, zone) / 1000 };
}

/** The first day and the day after the last one, as UTC midnights in milliseconds. */
function calendarDays(day: Day, at: Now): { first: number; next: number } {
  const calendarDay = isCalendarDay(day) ? day : inCalendar(day, at);
  if (calendarDay) {
    const { year, month, day: date } = calendarDay;
    if (date !== undefined && month !== undefined) return daysFrom(utcDay(year, month, date), 1);
    if (month !== undefined) return { first: utcDay(year, month, 1), next: utcDay(year, month + 1, 1) };
    return { first: utcDay(year, 1, 1), next: utcDay(year + 1, 1, 1) };
  }
  return relativeDays(day as RelativeDay, today(at));
}

function isCalendarDay(day: Day): day is CalendarDay {
  return typeof day === 'object' && 'year' in day;
}

/**
 * The day of the calendar that is meant: `march` is the latest March that has begun, `3 march` the latest 3 March that is
 * not in the future. Undefined for a range that is neither a day, a month nor a year.
 */
export function inCalendar(day: Day, at: Now): CalendarDay | undefined {
  if (isCalendarDay(day)) return day;
  if (typeof day === 'string' || day.unit !== 'month-name') return undefined;
  const now = today(at);
  const year = new Date(now).getUTCFullYear();
  const hasBegun = utcDay(year, day.month, day.day ?? 1) <= now;
  return { year: hasBegun ? year : year - 1, month: day.month, ...(day.day !== undefined && { day: day.day }) };
}

function today({ now, zone }: Now): number {
  return Math.floor(localTime(now.getTime(), zone) / msPerDay) * msPerDay;
}

function relativeDays(day: RelativeDay, now: number): { first: number; next: number } {
  const date = new Date(now);
  const [year, month] = [date.getUTCFullYear(), date.getUTCMonth() + 1];
  const monday = now - ((date.getUTCDay() + 6) % 7) * msPerDay;
  if (typeof day === 'object') return namedDays(day, now, monday);
  switch (day) {
    case 'today':
      return daysFrom(now, 1);
    case 'yesterday':
      return daysFrom(now - msPerDay, 1);
    case 'this-week':
      return daysFrom(monday, 7);
    case 'last-week':
      return daysFrom(monday - 7 * msPerDay, 7);
    case 'this-month':
      return { first: utcDay(year, month, 1), next: utcDay(year, month + 1, 1) };
    case 'last-month':
      return { first: utcDay(year, month - 1, 1), next: utcDay(year, month, 1) };
    case 'this-year':
      return { first: utcDay(year, 1, 1), next: utcDay(year + 1, 1, 1) };
    case 'last-year':
      return { first: utcDay(year - 1, 1, 1), next: utcDay(year, 1, 1) };
  }
}

function namedDays(day: Exclude<RelativeDay, string>, now: number, monday: number): { first: number; next: number } {
  switch (day.unit) {
    case 'weekday': {
      const inThisWeek = monday + (day.weekday - 1) * msPerDay;
      const isOver = day.isBeforeToday ? inThisWeek < now : inThisWeek <= now;
      return daysFrom(isOver ? inThisWeek : inThisWeek - 7 * msPerDay, 1);
    }
    case 'ago':
      return daysFrom(now - day.days * msPerDay, 1);
    case 'months-ago': {
      const date = new Date(now);
      const [year, month] = [date.getUTCFullYear(), date.getUTCMonth() + 1 - day.months];
      const lastOfMonth = new Date(utcDay(year, month + 1, 1) - msPerDay).getUTCDate();
      return daysFrom(utcDay(year, month, Math.min(date.getUTCDate(), lastOfMonth)), 1);
    }
    case 'last-days':
      return { first: now - (day.days - 1) * msPerDay, next: now + msPerDay };
    case 'month-name':
      throw new Error('a month has a year here');
  }
}

const secondsPerDay = 86_400;
const msPerDay = 86_400_000;

function daysFrom(first: number, days: number): { first: number; next: number } {
  return { first, next: first + days * msPerDay };
}
