import type { WriteDb } from '../db.ts';

/** How the events of a series repeat. */
export function series(db: WriteDb): void {
  db.exec(`
    -- Rules and dates of the occurrences, as JSON; null where the event does not repeat. See mail/ical/occurrences.ts.
    ALTER TABLE invites ADD COLUMN recurrence TEXT;
    -- The rows say nothing of it, so the invitation loop reads all calendars again. Answers of the user stay.
    DELETE FROM invites;
    DELETE FROM invite_scans;
  `);
}
