import type { WriteDb } from '../db.ts';

/** What happens to new mail of blocked senders and in muted threads. */
export function arrivalRules(db: WriteDb): void {
  db.exec(`
    -- Senders whose new mail goes to the trash. The address is normalized by mail/arrivals/blocked-senders.ts.
    CREATE TABLE blocked_senders (
      account INTEGER NOT NULL REFERENCES accounts ON DELETE CASCADE,
      sender TEXT NOT NULL,
      blocked_at TEXT NOT NULL,
      origin TEXT NOT NULL,
      token_id TEXT,
      PRIMARY KEY (account, sender)
    ) STRICT, WITHOUT ROWID;
    -- Threads whose new messages skip the inbox.
    CREATE TABLE muted_threads (
      thread INTEGER PRIMARY KEY REFERENCES threads ON DELETE CASCADE,
      muted_at TEXT NOT NULL,
      origin TEXT NOT NULL,
      token_id TEXT
    ) STRICT;
    -- New messages that a rule may concern and that were not moved yet.
    CREATE TABLE arrivals (
      message INTEGER PRIMARY KEY REFERENCES messages ON DELETE CASCADE
    ) STRICT;
  `);
}
