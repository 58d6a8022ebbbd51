import type { CalendarEvent } from '../../contract/calendar.ts';
import { lastStart, type ExpansionBudget, type Recurrence } from './occurrences.ts';
import { instantText } from './times.ts';
import { clocksOf } from './zones.ts';

/**
 * The end of an event or of its last occurrence, as an instant; null if it has no time, or no end that is known. `zone`
 * is the time zone of the reader, as for `readEvents`.
 */
export function seriesEndOf(
  { starts_at, ends_at }: Pick<CalendarEvent, 'starts_at' | 'ends_at'>,
  recurrence: Recurrence | null,
  { zone, budget }: { zone: string | undefined; budget: ExpansionBudget },
): string | null {
  const ends = ends_at ?? starts_at;
  if (starts_at === null || ends === null || recurrence === null) return ends;
  const last = lastStart(recurrence, budget);
  if (last === null) return null;
  const clocks = clocksOf(recurrence.zone, zone);
  return instantText(clocks.instantAt(last) + Date.parse(ends) - Date.parse(starts_at)) ?? null;
}
