import { utcDay } from '../../base/local-time.ts';
import { parameterOf, type Property } from './jcal.ts';

/** A time as written: in a zone, in UTC, or in the zone of the reader. */
export type CalendarTime = {
  /** Local time in milliseconds, as if it were UTC. */
  local: number;
  /** A date without a time. */
  isDate: boolean;
  isUtc: boolean;
  /** The TZID that it names. */
  tzid: string | undefined;
};

const timePattern = /^(\d{4})-?(\d{2})-?(\d{2})(?:T(\d{2}):?(\d{2})(?::?(\d{2}))?(?:\.\d+)?(Z)?)?$/i;

/** A DATE or DATE-TIME (RFC 5545, sections 3.3.4 and 3.3.5), regardless of the declared type of the property. */
export function readTime(property: Property | undefined): CalendarTime | undefined {
  const value = property?.[3];
  // A date with an empty time part is read as a date.
  const found = typeof value === 'string' ? timePattern.exec(value.trim().replace(/T:*$/i, '')) : null;
  if (!property || !found) return undefined;
  const numbers = found.slice(1, 7).map((digits) => Number(digits ?? 0));
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = numbers;
  if (year < 1 || month < 1 || month > 12 || day < 1 || day > 31 || hour > 24 || minute > 59 || second > 60)
    return undefined;
  const local = utcDay(year, month, day) + ((hour * 60 + minute) * 60 + Math.min(second, 59)) * 1000;
  return { local, isDate: found[4] === undefined, isUtc: found[7] !== undefined, tzid: parameterOf(property, 'tzid') };
}

/**
 * A duration (RFC 5545, section 3.3.6): its days, whose length depends on clock changes, and the rest in
 * milliseconds.
 */
type Duration = { days: number; restMs: number };

const durationPattern = /^([+-])?P(?:(\d{1,5})W)?(?:(\d{1,5})D)?(?:T(?:(\d{1,6})H)?(?:(\d{1,6})M)?(?:(\d{1,6})S)?)?$/i;

export function readDuration(text: string | undefined): Duration | undefined {
  const found = durationPattern.exec(text ?? '');
  if (!found || found[1] === '-') return undefined;
  const [weeks = 0, days = 0, hours = 0, minutes = 0, seconds = 0] = found
    .slice(2)
    .map((digits) => Number(digits ?? 0));
  return { days: weeks * 7 + days, restMs: ((hours * 60 + minutes) * 60 + seconds) * 1000 };
}

/** `2026-03-13T19:00:00`, or only the date. Undefined if the year has more than four digits. */
export function localText(local: number, isDate: boolean): string | undefined {
  return hasFourDigitYear(local) ? new Date(local).toISOString().slice(0, isDate ? 10 : 19) : undefined;
}

/** An instant in milliseconds in wire format; undefined if its year does not have four digits. */
export function instantText(instant: number): string | undefined {
  return hasFourDigitYear(instant) ? new Date(instant).toISOString() : undefined;
}

function hasFourDigitYear(time: number): boolean {
  return time >= utcDay(1, 1, 1) && time < utcDay(10_000, 1, 1);
}
