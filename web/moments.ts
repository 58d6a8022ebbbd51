/** Moments to come, said in the zone of the browser. */
const day = new Intl.DateTimeFormat('en-GB', { weekday: 'long', day: 'numeric', month: 'long' });
const shortDay = new Intl.DateTimeFormat('en-GB', { weekday: 'short', day: 'numeric', month: 'short' });
const weekday = new Intl.DateTimeFormat('en-GB', { weekday: 'long' });
const shortWeekday = new Intl.DateTimeFormat('en-GB', { weekday: 'short' });
const time = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit' });
const dayLength = 86_400_000;

/** `Friday, 4 December, 09:00`; with its year where that is another than now's. */
export function momentWords(at: Date, now: Date): string {
  return `${dated(day, at)}${yearOf(at, now)}, ${time.format(at)}`;
}

/** As short as it stays clear: `18:00` today, `Fri, 09:00` within a week, then `Fri, 4 Dec, 09:00`. */
export function momentShort(at: Date, now: Date): string {
  const days = daysUntil(at, now);
  if (days === 0) return time.format(at);
  if (days > 0 && days < 7) return `${shortWeekday.format(at)}, ${time.format(at)}`;
  return `${dated(shortDay, at)}${yearOf(at, now)}, ${time.format(at)}`;
}

/** The day alone: today, tomorrow, a weekday within a week, then a date. */
export function dayWords(at: Date, now: Date): string {
  const days = daysUntil(at, now);
  if (days === 0) return 'Today';
  if (days === 1) return 'Tomorrow';
  if (days > 1 && days < 7) return weekday.format(at);
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
function dated(format: Intl.DateTimeFormat, at: Date): string {
  const parts = Object.fromEntries(format.formatToParts(at).map(({ type, value }) => [type, value]));
  return `${parts['weekday']}, ${parts['day']} ${parts['month']}`;
}

function yearOf(at: Date, now: Date): string {
  return at.getFullYear() === now.getFullYear() ? '' : ` ${at.getFullYear()}`;
}
