import type { WriteDb } from '../db.ts';

/** What scripts build on: what changed since a state, files that are uploaded before a message, and webhooks. */
export function scriptClients(db: WriteDb): void {
  changes(db);
  db.exec(`
    -- Files for messages that are sent in one call; see mail/drafts/uploads.ts. One that is sent is moved to its draft.
    CREATE TABLE uploads (
      id INTEGER PRIMARY KEY,
      upload_id TEXT NOT NULL UNIQUE,
      name TEXT NOT NULL,
      mime_type TEXT NOT NULL,
      size INTEGER NOT NULL,
      content INTEGER NOT NULL REFERENCES draft_blobs ON DELETE CASCADE,
      origin TEXT NOT NULL,
      token_id TEXT,
      created_at TEXT NOT NULL
    ) STRICT;
    CREATE INDEX uploads_content ON uploads (content);

    CREATE TABLE webhooks (
      id INTEGER PRIMARY KEY,
      webhook_id TEXT NOT NULL UNIQUE,
      name TEXT NOT NULL,
      url TEXT NOT NULL,
      -- It signs what is sent, so it is stored as it is.
      secret TEXT NOT NULL,
      -- Kinds of events, as JSON; an empty list means all.
      events TEXT NOT NULL,
      origin TEXT NOT NULL,
      token_id TEXT,
      created_at TEXT NOT NULL,
      -- The last event that was delivered or that is not for it.
      delivered_seq INTEGER NOT NULL,
      delivered_at TEXT,
      failures INTEGER NOT NULL DEFAULT 0,
      failing_since TEXT,
      next_attempt_at TEXT,
      last_error TEXT
    ) STRICT;
  `);
}

/**
 * The next number is one more than the highest, and never one that was used before: the newest row is never deleted, and a
 * change gives a row the next number.
 */
const nextSeq = `(SELECT max(seq) + 1 FROM message_changes)`;

/** Gives the row of a message the next number. A message that is being stored has no row yet. */
function touch(message: string): string {
  return `UPDATE message_changes SET seq = ${nextSeq}, created = coalesce(created, seq) WHERE message = ${message};`;
}

function changes(db: WriteDb): void {
  db.exec(`
    -- One row: the history that states refer to, and the highest number of a removal that is no longer recorded.
    CREATE TABLE change_history (
      id INTEGER PRIMARY KEY CHECK (id = 1),
      history_id TEXT NOT NULL,
      forgotten_seq INTEGER NOT NULL
    ) STRICT;
    INSERT INTO change_history (id, history_id, forgotten_seq) VALUES (1, lower(hex(randomblob(6))), 0);

    -- The last change of each message, and removals; see mail/changes. mail/ingest adds the row of a new message.
    CREATE TABLE message_changes (
      seq INTEGER PRIMARY KEY,
      account INTEGER NOT NULL,
      -- Null once the message is removed, and for a removed thread.
      message INTEGER UNIQUE,
      -- The number under which it was added, if that was another.
      created INTEGER,
      -- Of a removed message or thread, the public ids.
      message_id TEXT,
      thread_id TEXT
    ) STRICT;
    CREATE INDEX message_changes_account ON message_changes (account, seq);
    CREATE INDEX message_changes_removed ON message_changes (seq) WHERE message IS NULL;

    INSERT INTO message_changes (account, message, created) SELECT account, id, 0 FROM messages ORDER BY id;

    CREATE TRIGGER messages_changed AFTER UPDATE OF flags, keywords, thread ON messages
      WHEN old.flags <> new.flags OR old.keywords <> new.keywords OR old.thread <> new.thread
    BEGIN ${touch('new.id')} END;
    CREATE TRIGGER message_labels_added AFTER INSERT ON label_messages BEGIN ${touch('new.message')} END;
    CREATE TRIGGER message_labels_removed AFTER DELETE ON label_messages BEGIN ${touch('old.message')} END;
    CREATE TRIGGER message_labels_moved AFTER UPDATE OF label ON label_messages BEGIN ${touch('new.message')} END;
    CREATE TRIGGER messages_removed BEFORE DELETE ON messages BEGIN
      UPDATE message_changes SET seq = ${nextSeq}, created = coalesce(created, seq), message = NULL,
        message_id = old.message_id, thread_id = (SELECT thread_id FROM threads WHERE id = old.thread)
      WHERE message = old.id;
    END;
    CREATE TRIGGER threads_removed AFTER DELETE ON threads BEGIN
      INSERT INTO message_changes (account, created, thread_id) VALUES (old.account, 0, old.thread_id);
    END;
  `);
}
