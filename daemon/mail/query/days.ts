import { instantAt, localTime, utcDay } from '../../base/local-time.ts';

/** A day of the calendar, or a relative range of days. */
export type Day = { year: number; month: number; day: number } | 'today' | 'yesterday' | 'this-week' | 'this-month';

/** The forms that `readDay` accepts. */
export const dayForms = [
  'YYYY-MM-DD',
  'YYYY/MM/DD',
  'MM/DD/YYYY',
  'today',
  'yesterday',
  'this-week',
  'this-month',
] as const;

/** Undefined for an invalid day, such as the 30th of February. */
export function readDay(value: string): Day | undefined {
  const word = value.toLowerCase().replaceAll('_', '-');
  if (word === 'today' || word === 'yesterday' || word === 'this-week' || word === 'this-month') return word;
  const american = /^(\d{1,2})\/(\d{1,2})\/(\d{4})$/.exec(value);
  const found = american ?? /^(\d{4})([-/])(\d{1,2})\2(\d{1,2})$/.exec(value);
  if (!found) return undefined;
  const [year, month, day] = american ? [found[3], found[1], found[2]] : [found[1], found[3], found[4]];
  return validDay(Number(year), Number(month), Number(day));
}

function validDay(year: number, month: number, day: number): Day | undefined {
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

/**
 * The instants of `day` in a zone (an IANA name, or undefined for the time zone of the machine), in unix seconds:
 * `from` is included, `until` is not.
 */
export function instantsOf(
  day: Day,
  { now, zone }: { now: Date; zone: string | undefined },
): { from: number; until: number } {
  const { first, next } = calendarDays(day, now, zone);
  return { from: instantAt(first, zone) / 1000, until: instantAt(next, zone) / 1000 };
}

/** The first day and the day after the last one, as UTC midnights in milliseconds. */
function calendarDays(day: Day, now: Date, zone: string | undefined): { first: number; next: number } {
  if (typeof day === 'object') return daysFrom(utcDay(day.year, day.month, day.day), 1);
  const today = Math.floor(localTime(now.getTime(), zone) / msPerDay) * msPerDay;
  const date = new Date(today);
  switch (day) {
    case 'today':
      return daysFrom(today, 1);
    case 'yesterday':
      return daysFrom(today - msPerDay, 1);
    case 'this-week':
      return daysFrom(today - ((date.getUTCDay() + 6) % 7) * msPerDay, 7);
    case 'this-month': {
      const [year, month] = [date.getUTCFullYear(), date.getUTCMonth() + 1];
      return { first: utcDay(year, month, 1), next: utcDay(year, month + 1, 1) };
    }
  }
}

const secondsPerDay = 86_400;
const msPerDay = 86_400_000;

function daysFrom(first: number, days: number): { first: number; next: number } {
  return { first, next: first + days * msPerDay };
}
