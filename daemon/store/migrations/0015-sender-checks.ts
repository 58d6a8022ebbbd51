import type { WriteDb } from '../db.ts';

/** What Posthorn finds out itself about the senders of messages. */
export function senderChecks(db: WriteDb): void {
  db.exec(`
    -- Checks of signatures, one for each message; see mail/authentication/sender-checks.ts.
    CREATE TABLE sender_checks (
      message INTEGER PRIMARY KEY REFERENCES messages ON DELETE CASCADE,
      attempts INTEGER NOT NULL DEFAULT 0,
      -- When the next attempt is due; null once the check has ended.
      next_at TEXT,
      -- What was found, as JSON; null while the check has not ended, and where it could not be made.
      result TEXT
    ) STRICT;
    CREATE INDEX sender_checks_next ON sender_checks (next_at) WHERE next_at IS NOT NULL;
    -- At most one row, which exists while the checks are switched on.
    CREATE TABLE sender_check_start (
      id INTEGER PRIMARY KEY CHECK (id = 1),
      -- Only messages that the mail server received after this instant are checked.
      since TEXT NOT NULL,
      -- The newest message that was considered.
      last_message INTEGER NOT NULL
    ) STRICT;
  `);
}
