import type { WriteDb } from '../db.ts';

/** Message ids that depend on the content; ids of servers as evidence; ids that were given earlier. */
export function identity(db: WriteDb): void {
  db.exec(`
    -- The rule by which message_id was derived: 1 up to schema 12, 2 by mail/ingest/identity.ts. Stored ids stay.
    ALTER TABLE messages ADD COLUMN id_rule INTEGER NOT NULL DEFAULT 1;
    CREATE INDEX messages_id_rule ON messages (account) WHERE id_rule = 1;

    -- Other ids of stored messages. They stay valid.
    CREATE TABLE message_aliases (
      alias_id TEXT PRIMARY KEY,
      message INTEGER NOT NULL REFERENCES messages ON DELETE CASCADE
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX message_aliases_message ON message_aliases (message);

    -- The server's own ids of stored messages (X-GM-MSGID, EMAILID). A message has one for each copy.
    CREATE TABLE server_ids (
      account INTEGER NOT NULL REFERENCES accounts ON DELETE CASCADE,
      server_id TEXT NOT NULL,
      message INTEGER NOT NULL REFERENCES messages ON DELETE CASCADE,
      PRIMARY KEY (account, server_id)
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX server_ids_message ON server_ids (message);

    -- The ids that an account would have if it had been created with another kind of server.
    CREATE TABLE account_aliases (
      alias_id TEXT PRIMARY KEY,
      account INTEGER NOT NULL REFERENCES accounts ON DELETE CASCADE
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX account_aliases_account ON account_aliases (account);
  `);
}
