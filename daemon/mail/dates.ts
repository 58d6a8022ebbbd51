/** How an instant is written for people, in the zone of the machine. */
export type DateLabels = { date_label: string; date_full: string; date_relative: string };

export type DayBucket = 'today' | 'yesterday' | 'last-7-days' | 'earlier' | 'older';

/** Writes instants for people as seen at `now` in `zone` (an IANA name). */
export function dateWriter(now: Date, zone: string) {
  const { day, time, dayTime, dayYear, full } = formatsFor(zone);
  const today = dayNumber(day, now);
  const thisYear = day.format(now).slice(0, 4);

  const daysAgo = (date: Date) => today - dayNumber(day, date);
  const isThisYear = (date: Date) => day.format(date).slice(0, 4) === thisYear;

  return {
    labels(instant: string): DateLabels {
      const date = new Date(instant);
      const label = daysAgo(date) === 0 ? time.format(date) : (isThisYear(date) ? dayTime : dayYear).format(date);
      return { date_label: label, date_full: full.format(date), date_relative: relative(now, date) ?? label };
    },
    /** The heading a row stands under (wire-contract, section 4.1). Mail dated in the future counts as today's. */
    bucket(instant: string): DayBucket {
      const date = new Date(instant);
      const days = daysAgo(date);
      if (days <= 0) return 'today';
      if (days === 1) return 'yesterday';
      if (days <= 6) return 'last-7-days';
      return isThisYear(date) ? 'earlier' : 'older';
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

function relative(now: Date, date: Date): string | undefined {
  const minutes = Math.floor((now.getTime() - date.getTime()) / 60_000);
  if (minutes < 0) return undefined;
  if (minutes < 1) return 'just now';
  if (minutes < 60) return ago(minutes, 'minute');
  if (minutes < 24 * 60) return ago(Math.floor(minutes / 60), 'hour');
  return minutes < 7 * 24 * 60 ? ago(Math.floor(minutes / 60 / 24), 'day') : undefined;
}

function ago(count: number, unit: string): string {
  return `${count} ${unit}${count === 1 ? '' : 's'} ago`;
}

/** Days since 1970 by the local calendar. */
function dayNumber(day: Intl.DateTimeFormat, date: Date): number {
  return Math.floor(Date.parse(`${day.format(date)}T00:00:00Z`) / 86_400_000);
}

type Formats = Record<'day' | 'time' | 'dayTime' | 'dayYear' | 'full', Intl.DateTimeFormat>;
const formats = new Map<string, Formats>();

/** Building a format costs a hundred times what using one does. */
function formatsFor(timeZone: string): Formats {
  let known = formats.get(timeZone);
  if (!known) {
    const time = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23', timeZone } as const;
    known = {
      day: new Intl.DateTimeFormat('en-CA', { year: 'numeric', month: '2-digit', day: '2-digit', timeZone }),
      time: new Intl.DateTimeFormat('en-GB', time),
      dayTime: new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', ...time }),
      dayYear: new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', year: 'numeric', timeZone }),
      full: new Intl.DateTimeFormat('en-GB', {
        weekday: 'long',
        day: 'numeric',
        month: 'long',
        year: 'numeric',
        ...time,
      }),
    };
    formats.set(timeZone, known);
  }
  return known;
}
