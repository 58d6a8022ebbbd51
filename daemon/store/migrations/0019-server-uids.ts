import type { WriteDb } from '../db.ts';

/** UIDs for the mail of servers that have none. */
export function serverUids(db: WriteDb): void {
  db.exec(`
    -- The UIDs that Posthorn gives to the messages of servers that have none, such as the Gmail API. A message has one row, also
    -- before its mail is stored, so that its UID never changes.
    CREATE TABLE server_uids (
      account INTEGER NOT NULL REFERENCES accounts ON DELETE CASCADE,
      uid INTEGER NOT NULL,
      server_id TEXT NOT NULL,
      PRIMARY KEY (account, uid),
      UNIQUE (account, server_id)
    ) STRICT, WITHOUT ROWID;
  `);
}
