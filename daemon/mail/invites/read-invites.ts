import { Failure, reasonOf } from '../../base/failure.ts';
import type { CalendarEvent } from '../../contract/calendar.ts';
import type { ReadDb } from '../../store/db.ts';
import { readEvents } from '../ical/events.ts';
import { calendarTexts } from '../mime/content/calendars.ts';
import { readSource } from '../sources/source.ts';

/** Characters of a calendar that is kept with its events, to be answered with. */
const maxStoredIcsLength = 20_000;

/** What a message says of events; `error` where it could not be read. */
export type ParsedInvites = {
  message: number;
  events: { event: CalendarEvent; raw_ics: string | null }[];
  error: string | null;
};

/**
 * Reads the calendars in messages (internal ids). `zone` is that of who reads them, by IANA name; undefined is the
 * machine's own. Messages that are gone, or of which only the headers are here, are left out.
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
      // A file of the message that is damaged stays so: what else is wrong is a bug.
      if (!(failed instanceof Failure)) throw failed;
      return [{ message, events: [], error: reasonOf(failed) }];
    }
  });
}
