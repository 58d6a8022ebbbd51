import { strings } from './strings.ts';
import { currentLocale } from './current-locale.ts';

/** Formats times relative to now, in the zone of the browser. */
const day = { weekday: 'long', day: 'numeric', month: 'long' } as const;
const shortDay = { weekday: 'short', day: 'numeric', month: 'short' } as const;
const formatWith = (options: Intl.DateTimeFormatOptions, at: Date) => currentLocale().dateFormat(options).format(at);
const weekday = (at: Date) => formatWith({ weekday: 'long' }, at);
const shortWeekday = (at: Date) => formatWith({ weekday: 'short' }, at);
const time = (at: Date) => formatWith({ hour: '2-digit', minute: '2-digit' }, at);
const dayMs = 86_400_000;

/** `Friday, 4 December, 09:00`; with its year if it is not the year of `now`. */
export function formatMoment(at: Date, now: Date): string {
  return `${formatDayAndDate(day, at)}${yearOf(at, now)}, ${time(at)}`;
}

/** A time of the past: `Today, 03:00`, `Yesterday, 03:00`, then `Fri, 4 Dec, 09:00`. */
export function formatPastMoment(at: Date, now: Date): string {
  const days = daysUntil(at, now);
  if (days === 0) return `${strings.moments.today}, ${time(at)}`;
  if (days === -1) return `${strings.moments.yesterday}, ${time(at)}`;
  return `${formatDayAndDate(shortDay, at)}${yearOf(at, now)}, ${time(at)}`;
}

/** As short as possible without ambiguity: `18:00` today, `Fri, 09:00` within a week, then `Fri, 4 Dec, 09:00`. */
export function formatMomentShort(at: Date, now: Date): string {
  const days = daysUntil(at, now);
  if (days === 0) return time(at);
  if (days > 0 && days < 7) return `${shortWeekday(at)}, ${time(at)}`;
  return `${formatDayAndDate(shortDay, at)}${yearOf(at, now)}, ${time(at)}`;
}

/** Only the day: today, tomorrow, a weekday within a week, then a date. */
export function formatDay(at: Date, now: Date): string {
  const days = daysUntil(at, now);
  if (days === 0) return strings.moments.today;
  if (days === 1) return strings.moments.tomorrow;
  if (days > 1 && days < 7) return weekday(at);
  return `${formatDayAndDate(day, at)}${yearOf(at, now)}`;
}

/** The number of midnights between both. */
function daysUntil(at: Date, now: Date): number {
  return Math.round((midnight(at) - midnight(now)) / dayMs);
}

function midnight(at: Date): number {
  return new Date(at.getFullYear(), at.getMonth(), at.getDate()).getTime();
}

/** The weekday, a comma and the date, because whether `Intl` writes this comma depends on its version. */
function formatDayAndDate(options: Intl.DateTimeFormatOptions, at: Date): string {
  const parts = Object.fromEntries(
    currentLocale()
      .dateFormat(options)
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
