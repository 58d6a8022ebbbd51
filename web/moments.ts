import { strings } from './strings.ts';
import { speaking } from './words/speaking.ts';

/** Moments to come, said in the zone of the browser. */
const day = { weekday: 'long', day: 'numeric', month: 'long' } as const;
const shortDay = { weekday: 'short', day: 'numeric', month: 'short' } as const;
const written = (options: Intl.DateTimeFormatOptions, at: Date) => speaking().dates(options).format(at);
const weekday = (at: Date) => written({ weekday: 'long' }, at);
const shortWeekday = (at: Date) => written({ weekday: 'short' }, at);
const time = (at: Date) => written({ hour: '2-digit', minute: '2-digit' }, at);
const dayLength = 86_400_000;

/** `Friday, 4 December, 09:00`; with its year where that is another than now's. */
export function momentWords(at: Date, now: Date): string {
  return `${dated(day, at)}${yearOf(at, now)}, ${time(at)}`;
}

/** As short as it stays clear: `18:00` today, `Fri, 09:00` within a week, then `Fri, 4 Dec, 09:00`. */
export function momentShort(at: Date, now: Date): string {
  const days = daysUntil(at, now);
  if (days === 0) return time(at);
  if (days > 0 && days < 7) return `${shortWeekday(at)}, ${time(at)}`;
  return `${dated(shortDay, at)}${yearOf(at, now)}, ${time(at)}`;
}

/** The day alone: today, tomorrow, a weekday within a week, then a date. */
export function dayWords(at: Date, now: Date): string {
  const days = daysUntil(at, now);
  if (days === 0) return strings.moments.today;
  if (days === 1) return strings.moments.tomorrow;
  if (days > 1 && days < 7) return weekday(at);
  return `${dated(day, at)}${yearOf(at, now)}`;
}

/** How many midnights lie between. */
function daysUntil(at: Date, now: Date): number {
  return Math.round((midnight(at) - midnight(now)) / dayLength);
}

function midnight(at: Date): number {
  return new Date(at.getFullYear(), at.getMonth(), at.getDate()).getTime();
}

/** The weekday, a comma and the date; whether the language puts one there differs by its edition. */
function dated(options: Intl.DateTimeFormatOptions, at: Date): string {
  const parts = Object.fromEntries(
    speaking()
      .dates(options)
      .formatToParts(at)
      .map(({ type, value }) => [type, value]),
  );
  return strings.moments.day({
    weekday: parts['weekday'] ?? '',
    day: parts['day'] ?? '',
    month: parts['month'] ?? '',
  });
}

function yearOf(at: Date, now: Date): string {
  return at.getFullYear() === now.getFullYear() ? '' : ` ${at.getFullYear()}`;
}
