import { strings } from '../strings.ts';
import { speaking } from './speaking.ts';

/** Numbers, sizes, lists and moments, as the language of the page writes them. */

export const number = (value: number): string => speaking().number(value);
export const list = (words: readonly string[]): string => speaking().list(words);

/** How long ago, in the largest unit that fits; below a minute "just now". Both in unix milliseconds. */
export function ago(then: number, now: number): string {
  const { distance } = speaking();
  const seconds = Math.max(0, Math.round((now - then) / 1000));
  if (seconds < 60) return strings.moments.justNow;
  if (seconds < 3600) return distance(-Math.floor(seconds / 60), 'minute');
  if (seconds < 86_400) return distance(-Math.floor(seconds / 3600), 'hour');
  return distance(-Math.floor(seconds / 86_400), 'day');
}

/** The time of day of an instant, on this computer's clock. */
export const timeWords = (instant: string | number): string =>
  speaking().dates({ hour: '2-digit', minute: '2-digit', hourCycle: 'h23' }).format(new Date(instant));

/** A day with its weekday: `Friday 4 December`. */
export const longDay = (at: Date | number): string =>
  speaking().dates({ weekday: 'long', day: 'numeric', month: 'long' }).format(at);

/** A day with its year: `4 Dec 2026`. */
export const dateWords = (instant: string): string =>
  speaking().dates({ day: 'numeric', month: 'short', year: 'numeric' }).format(new Date(instant));

/** The day of the week of an instant, on this computer's clock. */
export const weekdayWords = (instant: Date): string => speaking().dates({ weekday: 'long' }).format(instant);

/** The month of an instant, on this computer's clock; with its year where that is another than this. */
export const monthWords = (instant: Date, isThisYear: boolean): string =>
  speaking()
    .dates(isThisYear ? { month: 'long' } : { month: 'long', year: 'numeric' })
    .format(instant);

/** A day, written `2026-11-20`, as seen from another. */
export function dayWords(day: string, today: string): string {
  const away = Math.round((Date.parse(today) - Date.parse(day)) / 86_400_000);
  if (away === 0) return strings.moments.today;
  return away === 1 ? strings.moments.yesterday : longDay(new Date(`${day}T12:00`));
}

const sizeUnits = ['KB', 'MB', 'GB', 'TB'] as const;

/** A size in bytes as people say it: decimal units, one decimal below ten. */
export function size(bytes: number): string {
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

/** How long something lasts: `1 day 2 hours`. */
export function lengthWords(minutes: number): string {
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
