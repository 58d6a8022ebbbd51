import type { WriteDb } from '../db.ts';

export function labelsAndThreads(db: WriteDb): void {
  db.exec(`
    -- Folders of the server, and synthetic labels (all mail, starred). Triggers in 0003-messages keep the counters current.
    CREATE TABLE labels (
      id INTEGER PRIMARY KEY,
      account INTEGER NOT NULL REFERENCES accounts ON DELETE CASCADE,
      label_id TEXT NOT NULL UNIQUE,
      -- The folder's path on the server.
      provider_id TEXT NOT NULL,
      synthetic INTEGER NOT NULL DEFAULT 0,
      name TEXT NOT NULL,
      kind TEXT NOT NULL CHECK (kind IN ('system', 'folder', 'user')),
      role TEXT,
      color TEXT,
      selectable INTEGER NOT NULL DEFAULT 1,
      -- The character that separates the levels of the path on the server; null where the server has no levels.
      separator TEXT,
      -- The change of the label that the server does not have yet.
      pending TEXT CHECK (pending IN ('create', 'rename', 'delete')),
      total_count INTEGER NOT NULL DEFAULT 0,
      unread_count INTEGER NOT NULL DEFAULT 0,
      thread_count INTEGER NOT NULL DEFAULT 0,
      unread_thread_count INTEGER NOT NULL DEFAULT 0,
      UNIQUE (account, synthetic, provider_id)
    ) STRICT;

    -- One row: the highest label id that was ever used. Ids are not reused, because an operation that is queued for a removed
    -- label must never apply to a later one.
    CREATE TABLE label_ids (last INTEGER NOT NULL) STRICT;
    INSERT INTO label_ids (last) VALUES (0);
    CREATE TRIGGER label_ids_given AFTER INSERT ON labels BEGIN
      UPDATE label_ids SET last = max(last, new.id);
    END;

    CREATE TABLE threads (
      id INTEGER PRIMARY KEY,
      account INTEGER NOT NULL REFERENCES accounts ON DELETE CASCADE,
      thread_id TEXT NOT NULL UNIQUE,
      message_count INTEGER NOT NULL DEFAULT 0,
      unread_count INTEGER NOT NULL DEFAULT 0,
      starred INTEGER NOT NULL DEFAULT 0,
      has_attachments INTEGER NOT NULL DEFAULT 0,
      senders TEXT NOT NULL DEFAULT '[]'
    ) STRICT;
    CREATE INDEX threads_account ON threads (account);

    -- Ids of threads that were merged into another thread. They stay valid.
    CREATE TABLE thread_aliases (
      old_id TEXT PRIMARY KEY,
      thread INTEGER NOT NULL REFERENCES threads ON DELETE CASCADE
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX thread_aliases_thread ON thread_aliases (thread);

    -- 64-bit hashes of all Message-IDs that a thread mentions, including those of messages that are not stored.
    CREATE TABLE thread_references (
      account INTEGER NOT NULL,
      reference INTEGER NOT NULL,
      thread INTEGER NOT NULL REFERENCES threads ON DELETE CASCADE,
      PRIMARY KEY (account, reference)
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX thread_references_thread ON thread_references (thread);
  `);
}
