import type { WriteDb } from '../db.ts';

/** What received messages are: from a person, a list, a newsletter and so on; see mail/classification. */
export function messageKinds(db: WriteDb): void {
  db.exec(`
    -- What messages of one kind have in common: the sender, the list, and the stream (mail/classification/stream.ts).
    CREATE TABLE mail_streams (
      id INTEGER PRIMARY KEY,
      account INTEGER NOT NULL REFERENCES accounts ON DELETE CASCADE,
      -- Addresses and list ids are in lower case. List id and stream are empty where there is none.
      sender TEXT NOT NULL,
      list_id TEXT NOT NULL,
      stream TEXT NOT NULL,
      UNIQUE (account, sender, list_id, stream)
    ) STRICT;
    CREATE TABLE message_kinds (
      message INTEGER PRIMARY KEY REFERENCES messages ON DELETE CASCADE,
      -- Null until the message is classified.
      stream INTEGER REFERENCES mail_streams ON DELETE CASCADE,
      -- Null where nothing could be concluded.
      kind TEXT CHECK (kind IN ('person', 'list', 'newsletter', 'notification', 'transaction', 'bulk')),
      reason TEXT NOT NULL,
      -- 1 where a correspondence with the sender decides otherwise.
      is_open INTEGER NOT NULL,
      -- 1 for mail that arrived after the account's first complete sync.
      is_new INTEGER NOT NULL,
      -- The version of the rules that concluded it; 0 until it is classified.
      rules INTEGER NOT NULL
    ) STRICT;
    CREATE INDEX message_kinds_stream ON message_kinds (stream, message);
    CREATE INDEX message_kinds_rules ON message_kinds (rules, message);
    -- What the user has said that mail of a sender or a list is.
    CREATE TABLE kind_corrections (
      account INTEGER NOT NULL REFERENCES accounts ON DELETE CASCADE,
      scope TEXT NOT NULL CHECK (scope IN ('sender', 'list')),
      value TEXT NOT NULL,
      kind TEXT NOT NULL CHECK (kind IN ('person', 'list', 'newsletter', 'notification', 'transaction', 'bulk')),
      corrected_at TEXT NOT NULL,
      origin TEXT NOT NULL,
      token_id TEXT,
      PRIMARY KEY (account, scope, value)
    ) STRICT, WITHOUT ROWID;
    -- Mail that is here already is classified in the background.
    INSERT INTO message_kinds (message, reason, is_open, is_new, rules)
      SELECT id, 'unclear', 1, 0, 0 FROM messages WHERE direction = 'inbound';
  `);
}
