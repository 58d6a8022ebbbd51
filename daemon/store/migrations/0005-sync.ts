import type { WriteDb } from '../db.ts';

export function sync(db: WriteDb): void {
  db.exec(`
    CREATE TABLE sync_cursors (
      account INTEGER NOT NULL REFERENCES accounts ON DELETE CASCADE,
      stream TEXT NOT NULL,
      cursor TEXT NOT NULL,
      PRIMARY KEY (account, stream)
    ) STRICT, WITHOUT ROWID;

    CREATE TABLE sync_status (
      account INTEGER PRIMARY KEY REFERENCES accounts ON DELETE CASCADE,
      first_pass_done INTEGER NOT NULL DEFAULT 0,
      last_attempt_at TEXT,
      last_success_at TEXT,
      last_synced_count INTEGER NOT NULL DEFAULT 0,
      last_error TEXT,
      failure_class TEXT,
      consecutive_failures INTEGER NOT NULL DEFAULT 0,
      backoff_until TEXT,
      -- The number of the latest sync pass.
      pass_count INTEGER NOT NULL DEFAULT 0
    ) STRICT;

    -- Messages that the server listed and did not return. Later passes ask for them again, so that none is lost.
    CREATE TABLE sync_missing (
      account INTEGER NOT NULL REFERENCES accounts ON DELETE CASCADE,
      folder TEXT NOT NULL,
      uidvalidity INTEGER NOT NULL,
      uid INTEGER NOT NULL,
      -- The provider's Arrival, as JSON.
      arrival TEXT NOT NULL,
      reason TEXT NOT NULL,
      attempts INTEGER NOT NULL,
      -- The earliest time of the next attempt.
      retry_at TEXT NOT NULL,
      PRIMARY KEY (account, folder, uidvalidity, uid)
    ) STRICT, WITHOUT ROWID;

    -- Placements that are stored before the cursor that covers them; see mail/ingest/uncommitted-placements.ts.
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

    -- UIDs that an operation removed from a folder. A sync pass that began before the operation may still report them, so
    -- they are ignored until a later pass has ended; see mail/ingest/vacated-uids.ts.
    CREATE TABLE vacated_uids (
      label INTEGER NOT NULL REFERENCES labels ON DELETE CASCADE,
      uidvalidity INTEGER NOT NULL,
      uid INTEGER NOT NULL,
      account INTEGER NOT NULL REFERENCES accounts ON DELETE CASCADE,
      -- The number of the latest sync pass at the time of the removal.
      pass INTEGER NOT NULL,
      PRIMARY KEY (label, uidvalidity, uid)
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX vacated_uids_account ON vacated_uids (account, pass);
  `);
}
