import { strings } from './strings.ts';
import { currentLocale } from './current-locale.ts';

/** Formats numbers, sizes, lists and times in the language of the page. */

export const formatNumber = (value: number): string => currentLocale().number(value);
export const formatList = (items: readonly string[]): string => currentLocale().list(items);

/** The elapsed time in the largest unit that fits; below a minute "just now". Both in unix milliseconds. */
export function formatAgo(then: number, now: number): string {
  const { distance } = currentLocale();
  const seconds = Math.max(0, Math.round((now - then) / 1000));
  if (seconds < 60) return strings.moments.justNow;
  if (seconds < 3600) return distance(-Math.floor(seconds / 60), 'minute');
  if (seconds < 86_400) return distance(-Math.floor(seconds / 3600), 'hour');
  return distance(-Math.floor(seconds / 86_400), 'day');
}

/** The time of day of an instant, in the zone of this computer. */
export const formatTime = (instant: string | number): string =>
  currentLocale().dateFormat({ hour: '2-digit', minute: '2-digit', hourCycle: 'h23' }).format(new Date(instant));

/** A day with its weekday: `Friday 4 December`. */
export const formatLongDay = (at: Date | number): string =>
  currentLocale().dateFormat({ weekday: 'long', day: 'numeric', month: 'long' }).format(at);

/** A day with its year: `4 Dec 2026`. */
export const formatDate = (instant: string): string =>
  currentLocale().dateFormat({ day: 'numeric', month: 'short', year: 'numeric' }).format(new Date(instant));

/** The weekday of an instant, in the zone of this computer. */
export const formatWeekday = (instant: Date): string => currentLocale().dateFormat({ weekday: 'long' }).format(instant);

/** The month of an instant, in the zone of this computer; with its year if that is not the current one. */
export const formatMonth = (instant: Date, isThisYear: boolean): string =>
  currentLocale()
    .dateFormat(isThisYear ? { month: 'long' } : { month: 'long', year: 'numeric' })
    .format(instant);

/** A day, written `2026-11-20`, relative to another. */
export function formatRelativeDay(day: string, today: string): string {
  const dayDistance = Math.round((Date.parse(today) - Date.parse(day)) / 86_400_000);
  if (dayDistance === 0) return strings.moments.today;
  return dayDistance === 1 ? strings.moments.yesterday : formatLongDay(new Date(`${day}T12:00`));
}

const sizeUnits = ['KB', 'MB', 'GB', 'TB'] as const;

/** A size in bytes in decimal units, with one decimal below ten. */
export function formatSize(bytes: number): string {
  if (bytes < 1000) return strings.sizes.bytes({ count: bytes });
  let value = bytes / 1000;
  let unit = 0;
  while (value >= 1000 && unit < sizeUnits.length - 1) {
    value /= 1000;
    unit += 1;
  }
  const amount = value < 10 ? value.toFixed(1) : String(Math.round(value));
  return strings.sizes[sizeUnits[unit] ?? 'TB']({ amount });
}

/** A duration: `1 day 2 hours`. */
export function formatDuration(minutes: number): string {
  const { days, hours, minutes: rest } = strings.lengths;
  const [inDays, inHours, left] = [Math.floor(minutes / 1440), Math.floor((minutes % 1440) / 60), minutes % 60];
  return [
    inDays > 0 && days({ count: inDays }),
    inHours > 0 && hours({ count: inHours }),
    left > 0 && rest({ count: left }),
  ]
    .filter(Boolean)
    .join(' ');
}
