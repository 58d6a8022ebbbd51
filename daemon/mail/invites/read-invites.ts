import { diskProblemOf } from '../../base/disk-failure.ts';
import { Failure, reasonOf } from '../../base/failure.ts';
import type { CalendarEvent } from '../../contract/calendar.ts';
import type { ReadDb } from '../../store/db.ts';
import { readRepeatedEvents } from '../ical/events.ts';
import { seriesBudget } from '../ical/occurrences.ts';
import { seriesEndOf } from '../ical/series-end.ts';
import { calendarTexts } from '../mime/content/calendars.ts';
import { readSource } from '../sources/source.ts';

/** The maximum length of a calendar text that is stored with its events for replies. */
const maxStoredIcsLength = 20_000;

/** The maximum length of the JSON of a recurrence; an event with more is stored as if it did not repeat. */
const maxRecurrenceLength = 100_000;

type ParsedInvite = {
  event: CalendarEvent;
  /** `Recurrence` as JSON. */
  recurrence: string | null;
  series_ends_at: string | null;
  raw_ics: string | null;
};

/** The events in a message; `error` if they could not be read. */
export type ParsedInvites = {
  message: number;
  events: ParsedInvite[];
  error: string | null;
};

/**
 * Reads the calendars in messages (internal ids). `zone` is the reader's time zone by IANA name; undefined is the
 * zone of the machine. Messages that are removed, or have only headers stored, are skipped.
 */
export function readInvites(db: ReadDb, blobs: string, messages: readonly number[], zone?: string): ParsedInvites[] {
  return messages.flatMap((message): ParsedInvites[] => {
    try {
      const source = readSource(db, blobs, message);
      if (!source) return [];
      return [{ message, events: calendarTexts(source).flatMap((text) => invitesInText(text, zone)), error: null }];
    } catch (failed) {
      // A damaged file stays damaged; any other error is a bug.
      if (!(failed instanceof Failure) || diskProblemOf(failed) !== undefined) throw failed;
      return [{ message, events: [], error: reasonOf(failed) }];
    }
  });
}

function invitesInText(text: string, zone: string | undefined): ParsedInvite[] {
  const raw_ics = text.length <= maxStoredIcsLength ? text : null;
  const limit = { zone, budget: { steps: seriesBudget } };
  return readRepeatedEvents(text, zone).map(({ event, recurrence }) => {
    const json = recurrence && JSON.stringify(recurrence);
    return {
      event,
      recurrence: json !== null && json.length <= maxRecurrenceLength ? json : null,
      series_ends_at: seriesEndOf(event, recurrence, limit),
      raw_ics,
    };
  });
}
