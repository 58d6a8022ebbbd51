import { diskProblemOf } from '../../base/disk-failure.ts';
import { Failure, reasonOf } from '../../base/failure.ts';
import type { CalendarEvent } from '../../contract/calendar.ts';
import type { ReadDb } from '../../store/db.ts';
import { readEvents } from '../ical/events.ts';
import { calendarTexts } from '../mime/content/calendars.ts';
import { readSource } from '../sources/source.ts';

/** The maximum length of a calendar text that is stored with its events for replies. */
const maxStoredIcsLength = 20_000;

/** The events in a message; `error` if they could not be read. */
export type ParsedInvites = {
  message: number;
  events: { event: CalendarEvent; raw_ics: string | null }[];
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
      const events = calendarTexts(source).flatMap((text) => {
        const raw_ics = text.length <= maxStoredIcsLength ? text : null;
        return readEvents(text, zone).map((event) => ({ event, raw_ics }));
      });
      return [{ message, events, error: null }];
    } catch (failed) {
      // A damaged file stays damaged; any other error is a bug.
      if (!(failed instanceof Failure) || diskProblemOf(failed) !== undefined) throw failed;
      return [{ message, events: [], error: reasonOf(failed) }];
    }
  });
}
