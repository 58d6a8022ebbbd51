import type { CalendarSeries } from '../../contract/calendar.ts';
import type { ReadDb } from '../../store/db.ts';
import { answersOf, answersToOccurrence, eventOf, ownAnswerIn, partstatsIn } from './answer-record.ts';
import { occurrenceId } from './invites.ts';
import { partstatOf } from './record.ts';
import type { Occurrence, Series } from './series.ts';

/** A series on the wire. `addresses` are the user's addresses in lower case. */
export function seriesRecord(db: ReadDb, series: Series, addresses: ReadonlySet<string>): CalendarSeries {
  const { invite, event, next, changes } = series;
  return {
    message_id: invite.message_id,
    thread_id: invite.thread_id,
    starts_at: event.starts_at,
    starts_local: event.starts_local,
    all_day: event.all_day,
    time_zone: event.time_zone,
    repeats: event.repeats,
    next: next && { ...occurrenceRecord(next), ...viewerOf(db, series, next, addresses) },
    changes: changes.map(occurrenceRecord),
  };
}

function occurrenceRecord({ change, ...occurrence }: Occurrence) {
  return { ...occurrence, message_id: change?.message_id ?? null, thread_id: change?.thread_id ?? null };
}

/** What the user answered for an occurrence, or for the series. */
function viewerOf(
  db: ReadDb,
  { invite, event }: Series,
  { recurrence_id, change }: Occurrence,
  addresses: ReadonlySet<string>,
) {
  const id = occurrenceId(invite, event.uid ?? '', recurrence_id);
  const version = change ?? invite;
  const answers = answersToOccurrence(answersOf(db, [invite.invite_id, id]), id, { series: invite, change });
  const partstats = partstatsIn(answers, version.sequence);
  const viewer = eventOf(version).attendees.find(({ email }) => addresses.has(email.toLowerCase()));
  return {
    viewer_partstat: viewer ? partstatOf(partstats.get(viewer.email.toLowerCase()) ?? viewer.partstat) : null,
    own_answer: ownAnswerIn(version, answers),
  };
}
