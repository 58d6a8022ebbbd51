import type { CalendarEvent } from '../../contract/calendar.ts';
import { readTime } from './times.ts';

const dayMs = 86_400_000;

/**
 * When the last of an event is over, as an instant; null where it has no time or is repeated for ever. Repetitions are not
 * run through: a series that ends after so many times is over at the latest when each of them took its whole turn.
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

/** The end of the years that are written with four digits. */
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
