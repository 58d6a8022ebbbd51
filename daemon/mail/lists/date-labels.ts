/** An instant formatted for display, in the time zone of the machine. */
type DateLabels = { date_label: string; date_full: string; date_relative: string };

export type DayBucket = 'today' | 'yesterday' | 'last-7-days' | 'earlier' | 'older';

const dayMs = 86_400_000;

/**
 * Formats instants for display as seen at `now` in `zone` (an IANA name, or undefined for the time zone of the
 * machine).
 */
export function dateFormatter(now: Date, zone: string | undefined) {
  const offsetAt = zone === undefined ? machineOffset : zoneOffsets(zone);
  /** The local date and time, to be read with the UTC methods. */
  const local = (time: number) => new Date(time + offsetAt(time));
  const localNow = local(now.getTime());
  const today = dayNumber(localNow);

  return {
    labels(instant: string): DateLabels {
      const time = Date.parse(instant);
      const date = local(time);
      const label = dayNumber(date) === today ? clockTime(date) : dayLabel(date, localNow);
      return { date_label: label, date_full: fullDate(date), date_relative: relative(now.getTime() - time) ?? label };
    },
    /**
     * The heading above a row with that time, in unix milliseconds (wire-contract, section 4.1). Future dates count as
     * today.
     */
    bucket(time: number): DayBucket {
      const date = local(time);
      const days = today - dayNumber(date);
      if (days <= 0) return 'today';
      if (days === 1) return 'yesterday';
      if (days <= 6) return 'last-7-days';
      return isSameYear(date, localNow) ? 'earlier' : 'older';
    },
  };
}

export const bucketLabels: Record<DayBucket, string> = {
  today: 'Today',
  yesterday: 'Yesterday',
  'last-7-days': 'Last 7 days',
  earlier: 'Earlier this year',
  older: 'Older',
};

const weekdays = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'];
// prettier-ignore
const months = [
  'January', 'February', 'March', 'April', 'May', 'June', 'July', 'August', 'September', 'October', 'November', 'December',
];
// British English has a single exception.
const shortMonths = months.map((month) => (month === 'September' ? 'Sept' : month.slice(0, 3)));

function dayLabel(date: Date, localNow: Date): string {
  const day = `${date.getUTCDate()} ${shortMonths[date.getUTCMonth()]}`;
  return isSameYear(date, localNow) ? `${day}, ${clockTime(date)}` : `${day} ${date.getUTCFullYear()}`;
}

function fullDate(date: Date): string {
  const day = `${date.getUTCDate()} ${months[date.getUTCMonth()]} ${date.getUTCFullYear()}`;
  return `${weekdays[date.getUTCDay()]}, ${day} at ${clockTime(date)}`;
}

function clockTime(date: Date): string {
  const [hour, minute] = [date.getUTCHours(), date.getUTCMinutes()];
  return `${hour < 10 ? '0' : ''}${hour}:${minute < 10 ? '0' : ''}${minute}`;
}

function isSameYear(one: Date, other: Date): boolean {
  return one.getUTCFullYear() === other.getUTCFullYear();
}

function dayNumber(date: Date): number {
  return Math.floor(date.getTime() / dayMs);
}

function relative(milliseconds: number): string | undefined {
  const minutes = Math.floor(milliseconds / 60_000);
  if (minutes < 0) return undefined;
  if (minutes < 1) return 'just now';
  if (minutes < 60) return ago(minutes, 'minute');
  if (minutes < 24 * 60) return ago(Math.floor(minutes / 60), 'hour');
  return minutes < 7 * 24 * 60 ? ago(Math.floor(minutes / 60 / 24), 'day') : undefined;
}

function ago(count: number, unit: string): string {
  return `${count} ${unit}${count === 1 ? '' : 's'} ago`;
}

/**
 * The offset of the machine's own zone. It is known without loading the tables of all zones, which takes as long as
 * rendering a page.
 */
function machineOffset(time: number): number {
  return new Date(time).getTimezoneOffset() * -60_000;
}

/** Number of days whose offset is cached: more than forty years of mail. */
const maxCachedDays = 16_000;

const offsetsByZone = new Map<string, (time: number) => number>();

/**
 * The UTC offset of a zone at a time, in milliseconds. Computing it costs a hundred times as much as formatting the
 * label, and within a day it only changes when the clocks change.
 */
function zoneOffsets(timeZone: string): (time: number) => number {
  const cached = offsetsByZone.get(timeZone);
  if (cached) return cached;
  const format = new Intl.DateTimeFormat('sv-SE', { dateStyle: 'short', timeStyle: 'medium', timeZone });
  const exactOffset = (time: number) =>
    Date.parse(`${format.format(time).replace(' ', 'T')}Z`) - Math.floor(time / 1000) * 1000;
  const byDay = new Map<number, number | undefined>();
  const offsetAt = (time: number) => {
    const day = Math.floor(time / dayMs);
    if (!byDay.has(day)) {
      if (byDay.size >= maxCachedDays) byDay.clear();
      const [first, last] = [exactOffset(day * dayMs), exactOffset(day * dayMs + dayMs - 1)];
      byDay.set(day, first === last ? first : undefined);
    }
    return byDay.get(day) ?? exactOffset(time);
  };
  offsetsByZone.set(timeZone, offsetAt);
  return offsetAt;
}
