import type { WriteDb } from '../db.ts';

export function missingRanges(db: WriteDb): void {
  db.exec(`
    -- Bodies of parts that are left on the server: stretches of the whole message, and their part numbers.
    CREATE TABLE source_missing_ranges (
      message INTEGER NOT NULL REFERENCES messages ON DELETE CASCADE,
      start INTEGER NOT NULL,
      length INTEGER NOT NULL,
      part TEXT NOT NULL,
      PRIMARY KEY (message, start)
    ) STRICT, WITHOUT ROWID;

    -- Places that are stored while no stored cursor knows of them yet; see mail/ahead.ts.
    CREATE TABLE uncommitted_placements (
      account INTEGER NOT NULL REFERENCES accounts ON DELETE CASCADE,
      stream TEXT NOT NULL,
      pass TEXT NOT NULL,
      batch INTEGER NOT NULL,
      label INTEGER NOT NULL REFERENCES labels ON DELETE CASCADE,
      uidvalidity INTEGER NOT NULL,
      uid INTEGER NOT NULL,
      PRIMARY KEY (account, stream, pass, batch, label, uidvalidity, uid)
    ) STRICT, WITHOUT ROWID;

    -- When a message the server did not hand out is asked for again.
    ALTER TABLE sync_missing ADD COLUMN retry_at TEXT NOT NULL DEFAULT '';
  `);
}
