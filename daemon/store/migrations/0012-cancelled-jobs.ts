import type { WriteDb } from '../db.ts';

/** Work that somebody ended, and mail of which the person is told once it is no longer quiet. */
export function cancelledJobs(db: WriteDb): void {
  db.exec(`
    ALTER TABLE jobs ADD COLUMN cancelled INTEGER NOT NULL DEFAULT 0;

    -- What came while nothing was shown on the desktop; a restart does not forget it.
    CREATE TABLE deferred_notifications (
      message_id TEXT PRIMARY KEY
    ) STRICT, WITHOUT ROWID;
  `);
}
