import type { WriteDb } from '../db.ts';

/** What the desktop is told, and for how long it is told nothing. */
export function notificationState(db: WriteDb): void {
  db.exec(`
    -- One row: until when nothing is shown and nothing sounds; null while the person asked for no pause.
    CREATE TABLE notification_state (
      id INTEGER PRIMARY KEY CHECK (id = 1),
      paused_until TEXT
    ) STRICT;
    INSERT INTO notification_state (id, paused_until) VALUES (1, NULL);

    -- Accounts whose mail is being deleted here, so that a stop in the middle is gone on with; mail/account-removal.ts.
    CREATE TABLE account_removals (
      account INTEGER PRIMARY KEY REFERENCES accounts ON DELETE CASCADE,
      asked_at TEXT NOT NULL
    ) STRICT;
  `);
}
