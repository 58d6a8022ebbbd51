import type { CalendarEvent } from '../../contract/calendar.ts';
import { readTime } from './times.ts';

const dayMs = 86_400_000;

/**
 * The end of an event or its last recurrence, as an instant; null if it has no time or recurs forever. Recurrences
 * are not expanded: for a series with a count the result is an upper bound, as if each occurrence took a whole
 * interval.
 */
export function seriesEndOf({ starts_at, ends_at, rrule }: Pick<CalendarEvent, 'starts_at' | 'ends_at' | 'rrule'>) {
  const ends = ends_at ?? starts_at;
  if (starts_at === null || ends === null || rrule === null) return ends;
  const rule = new Map(rrule.split(';').map((part) => part.split('=') as [string, string]));
  const until = readTime(['until', {}, 'date-time', rule.get('UNTIL')]);
  const spannedIntervals = Number(rule.get('COUNT')) * Number(rule.get('INTERVAL') ?? 1);
  const last = until ? until.local + dayMs : Date.parse(ends) + spannedIntervals * intervalMs(rule);
  return Number.isNaN(last) || last > maxTimeMs ? null : new Date(last).toISOString();
}

/** The end of the years with four digits. */
const maxTimeMs = Date.UTC(9999, 11, 31);

function intervalMs(rule: ReadonlyMap<string, string>): number {
  switch (rule.get('FREQ')) {
    case 'YEARLY':
      return 366 * dayMs;
    case 'MONTHLY':
      return 31 * dayMs;
    case 'WEEKLY':
      return 7 * dayMs;
    default:
      return rule.has('BYDAY') ? 7 * dayMs : dayMs;
  }
}
