import type { WriteDb } from '../db.ts';

/** Messages whose sender the reader warns about, so that lists can mark them; see mail/authentication/suspicious-messages.ts. */
export function suspiciousMessages(db: WriteDb): void {
  db.exec(`
    CREATE TABLE suspicious_messages (
      message INTEGER PRIMARY KEY REFERENCES messages ON DELETE CASCADE,
      -- How many messages the user had sent to the sender when the message was assessed.
      sent INTEGER NOT NULL,
      -- 1 if the mail of its own account is enough to see it. Otherwise only callers who see all accounts may know.
      is_within_account INTEGER NOT NULL
    ) STRICT;
    -- How far messages are assessed, by internal id: those from \`oldest\` to \`newest\`.
    CREATE TABLE suspicion_scan (
      id INTEGER PRIMARY KEY CHECK (id = 1),
      newest INTEGER NOT NULL,
      oldest INTEGER NOT NULL,
      -- The version of the rules, and the settings and accounts that they depend on.
      basis TEXT NOT NULL
    ) STRICT;
    -- SQLite gives the id of a deleted newest message to the next one, which is to be assessed too.
    CREATE TRIGGER suspicion_scan_reused_id AFTER DELETE ON messages
      WHEN old.id > coalesce((SELECT max(id) FROM messages), 0)
    BEGIN
      UPDATE suspicion_scan SET newest = old.id - 1, oldest = min(oldest, old.id) WHERE newest >= old.id;
    END;
  `);
}
