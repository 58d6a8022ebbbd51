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
      backoff_until TEXT
    ) STRICT;

    -- Messages the server named and did not hand out: asked for again with every pass, so that none is lost silently.
    CREATE TABLE sync_missing (
      account INTEGER NOT NULL REFERENCES accounts ON DELETE CASCADE,
      folder TEXT NOT NULL,
      uidvalidity INTEGER NOT NULL,
      uid INTEGER NOT NULL,
      arrival TEXT NOT NULL,
      reason TEXT NOT NULL,
      attempts INTEGER NOT NULL,
      PRIMARY KEY (account, folder, uidvalidity, uid)
    ) STRICT, WITHOUT ROWID;
  `);
}
