import type { CalendarEvent, CalendarSeries } from '../../../../daemon/contract/calendar.ts';
import { eventTimes, shortDayText } from '../../../data/event-times.ts';
import { strings } from '../../../i18n/strings.ts';

const t = strings.invites;

export type Series = CalendarSeries;
type Occurrence = Series['changes'][number];

/** The events of a series that messages changed or cancelled, a line each. */
export function SeriesChanges({ changes, event }: { changes: readonly Occurrence[]; event: CalendarEvent }) {
  return (
    <ul>
      {changes.map((each) => (
        <li key={each.recurrence_id}>{changeText(each, event)}</li>
      ))}
    </ul>
  );
}

function changeText(occurrence: Occurrence, event: CalendarEvent): string {
  const { recurrence_id, starts_at, starts_local, all_day, summary, location } = occurrence;
  const times = eventTimes({ ...occurrence, repeats: null });
  const day = plannedDay(occurrence);
  const facts = [
    day === occurrenceDay(occurrence) ? undefined : times?.day,
    times?.time,
    summary === event.summary ? undefined : summary,
    location === event.location ? undefined : location,
  ].filter((fact) => typeof fact === 'string' && fact !== '');
  const isMoved = all_day ? starts_local.slice(0, 10) !== recurrence_id.slice(0, 10) : starts_at !== recurrence_id;
  return t.change({ kind: kindOf(occurrence, isMoved), day, facts: facts.join(', ') });
}

function kindOf({ is_cancelled, this_and_future }: Occurrence, isMoved: boolean): string {
  if (is_cancelled) return this_and_future ? 'allCancelled' : 'cancelled';
  if (this_and_future) return 'all';
  return isMoved ? 'moved' : 'changed';
}

/** The day on which an event of a series takes place if nothing changes it. */
function plannedDay({ recurrence_id, all_day }: Pick<Occurrence, 'recurrence_id' | 'all_day'>): string {
  return shortDayText(all_day ? new Date(`${recurrence_id.slice(0, 10)}T12:00`) : new Date(recurrence_id));
}

/** The day of an event, without its year. */
export function occurrenceDay(occurrence: Pick<Occurrence, 'starts_at' | 'starts_local' | 'all_day'>): string {
  const { starts_at, starts_local, all_day } = occurrence;
  return shortDayText(all_day ? new Date(`${starts_local}T12:00`) : new Date(starts_at));
}
