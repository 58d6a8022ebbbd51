import type { WriteDb } from '../db.ts';

export function mail(db: WriteDb): void {
  db.exec(`
    -- A folder of the server, or a synthetic label of ours (all mail, starred). The counters are kept by the triggers below.
    CREATE TABLE labels (
      id INTEGER PRIMARY KEY,
      account INTEGER NOT NULL REFERENCES accounts ON DELETE CASCADE,
      label_id TEXT NOT NULL UNIQUE,
      provider_id TEXT NOT NULL,
      synthetic INTEGER NOT NULL DEFAULT 0,
      name TEXT NOT NULL,
      kind TEXT NOT NULL CHECK (kind IN ('system', 'folder', 'user')),
      role TEXT,
      color TEXT,
      selectable INTEGER NOT NULL DEFAULT 1,
      total_count INTEGER NOT NULL DEFAULT 0,
      unread_count INTEGER NOT NULL DEFAULT 0,
      thread_count INTEGER NOT NULL DEFAULT 0,
      unread_thread_count INTEGER NOT NULL DEFAULT 0,
      UNIQUE (account, synthetic, provider_id)
    ) STRICT;

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

    -- Ids of conversations that were merged into another one: they resolve for ever.
    CREATE TABLE thread_aliases (
      old_id TEXT PRIMARY KEY,
      thread INTEGER NOT NULL REFERENCES threads ON DELETE CASCADE
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX thread_aliases_thread ON thread_aliases (thread);

    -- Every Message-ID a conversation has named, hashed, also of messages nobody has seen yet.
    CREATE TABLE thread_references (
      account INTEGER NOT NULL,
      reference INTEGER NOT NULL,
      thread INTEGER NOT NULL REFERENCES threads ON DELETE CASCADE,
      PRIMARY KEY (account, reference)
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX thread_references_thread ON thread_references (thread);

    CREATE TABLE messages (
      id INTEGER PRIMARY KEY,
      account INTEGER NOT NULL REFERENCES accounts ON DELETE CASCADE,
      message_id TEXT NOT NULL UNIQUE,
      thread INTEGER NOT NULL REFERENCES threads,
      sort_key INTEGER NOT NULL UNIQUE,
      position INTEGER NOT NULL,
      date TEXT,
      received_at TEXT NOT NULL,
      subject TEXT NOT NULL,
      snippet TEXT NOT NULL,
      from_name TEXT,
      from_email TEXT NOT NULL,
      recipients TEXT NOT NULL,
      header_id TEXT,
      in_reply_to TEXT,
      reference_ids TEXT NOT NULL,
      list_id TEXT,
      unsubscribe TEXT NOT NULL,
      direction TEXT NOT NULL CHECK (direction IN ('inbound', 'outbound')),
      flags INTEGER NOT NULL DEFAULT 0,
      keywords TEXT NOT NULL DEFAULT '',
      size INTEGER NOT NULL,
      attachment_count INTEGER NOT NULL,
      -- Bits of mail/traits.ts.
      content_flags INTEGER NOT NULL DEFAULT 0,
      -- Addresses it was delivered to, each followed by a space.
      delivered_to TEXT NOT NULL DEFAULT '',
      -- What a machine reports in it about an earlier message, as JSON.
      report TEXT,
      notes TEXT NOT NULL DEFAULT '[]',
      stored_at TEXT NOT NULL
    ) STRICT;
    CREATE INDEX messages_thread ON messages (thread, sort_key);
    CREATE INDEX messages_account ON messages (account, sort_key);
    CREATE INDEX messages_header_id ON messages (header_id COLLATE NOCASE);
    -- All that filters of a search look at, in order of date, so that a walk past many messages reads no rows.
    CREATE INDEX messages_walk ON messages (sort_key, flags, account, thread, content_flags, size, attachment_count);
    CREATE INDEX messages_attachment ON messages (sort_key) WHERE content_flags & 1;
    CREATE INDEX messages_calendar ON messages (sort_key) WHERE content_flags & 2;

    -- Texts that were drawn from HTML, zstd-compressed. A text that was written as text is read from the source.
    CREATE TABLE message_texts (
      message INTEGER PRIMARY KEY REFERENCES messages ON DELETE CASCADE,
      text BLOB NOT NULL,
      origin TEXT NOT NULL CHECK (origin IN ('derived_from_html', 'best_effort_summary'))
    ) STRICT;

    CREATE TABLE attachments (
      message INTEGER NOT NULL REFERENCES messages ON DELETE CASCADE,
      ordinal INTEGER NOT NULL,
      attachment_id TEXT NOT NULL,
      filename TEXT NOT NULL,
      mime_type TEXT NOT NULL,
      size INTEGER NOT NULL,
      disposition TEXT NOT NULL CHECK (disposition IN ('attachment', 'inline', 'unspecified')),
      content_id TEXT,
      -- Its number in the message (RFC 3501, section 6.4.5), and the stretch of the source that holds it, still encoded.
      part TEXT NOT NULL,
      start INTEGER NOT NULL,
      "end" INTEGER NOT NULL,
      encoding TEXT NOT NULL,
      PRIMARY KEY (message, ordinal)
    ) STRICT, WITHOUT ROWID;

    -- The received bytes, zstd-compressed, without the stretches that lie in blobs/ (source_blobs, in order).
    CREATE TABLE sources (
      message INTEGER PRIMARY KEY REFERENCES messages ON DELETE CASCADE,
      data BLOB NOT NULL,
      -- 1 for what no server has: it is never given up for space.
      kept INTEGER NOT NULL DEFAULT 0
    ) STRICT;
    CREATE TABLE source_blobs (
      message INTEGER NOT NULL REFERENCES messages ON DELETE CASCADE,
      start INTEGER NOT NULL,
      hash TEXT NOT NULL,
      PRIMARY KEY (message, start)
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX source_blobs_hash ON source_blobs (hash);

    -- Where a message lies on the server. Flags and labels of the message follow from its placements.
    CREATE TABLE placements (
      label INTEGER NOT NULL REFERENCES labels ON DELETE CASCADE,
      uidvalidity INTEGER NOT NULL,
      uid INTEGER NOT NULL,
      message INTEGER NOT NULL REFERENCES messages ON DELETE CASCADE,
      modseq INTEGER,
      flags TEXT NOT NULL,
      PRIMARY KEY (label, uidvalidity, uid)
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX placements_message ON placements (message);

    -- Lists, kept in order: a page is the first rows of its label.
    CREATE TABLE label_messages (
      label INTEGER NOT NULL REFERENCES labels ON DELETE CASCADE,
      position INTEGER NOT NULL,
      message INTEGER NOT NULL REFERENCES messages ON DELETE CASCADE,
      unread INTEGER NOT NULL,
      PRIMARY KEY (label, position, message)
    ) STRICT, WITHOUT ROWID;
    CREATE UNIQUE INDEX label_messages_message ON label_messages (message, label);

    CREATE TABLE label_threads (
      label INTEGER NOT NULL REFERENCES labels ON DELETE CASCADE,
      position INTEGER NOT NULL,
      thread INTEGER NOT NULL REFERENCES threads ON DELETE CASCADE,
      message INTEGER NOT NULL REFERENCES messages ON DELETE CASCADE,
      unread INTEGER NOT NULL,
      PRIMARY KEY (label, position, thread)
    ) STRICT, WITHOUT ROWID;
    CREATE UNIQUE INDEX label_threads_thread ON label_threads (thread, label);
    CREATE INDEX label_threads_message ON label_threads (message);

    CREATE TRIGGER label_messages_added AFTER INSERT ON label_messages BEGIN
      UPDATE labels SET total_count = total_count + 1, unread_count = unread_count + new.unread WHERE id = new.label;
    END;
    CREATE TRIGGER label_messages_removed AFTER DELETE ON label_messages BEGIN
      UPDATE labels SET total_count = total_count - 1, unread_count = unread_count - old.unread WHERE id = old.label;
    END;
    CREATE TRIGGER label_messages_changed AFTER UPDATE OF unread ON label_messages WHEN old.unread <> new.unread BEGIN
      UPDATE labels SET unread_count = unread_count + new.unread - old.unread WHERE id = new.label;
    END;
    CREATE TRIGGER label_threads_added AFTER INSERT ON label_threads BEGIN
      UPDATE labels SET thread_count = thread_count + 1, unread_thread_count = unread_thread_count + new.unread WHERE id = new.label;
    END;
    CREATE TRIGGER label_threads_removed AFTER DELETE ON label_threads BEGIN
      UPDATE labels SET thread_count = thread_count - 1, unread_thread_count = unread_thread_count - old.unread WHERE id = old.label;
    END;
    CREATE TRIGGER label_threads_changed AFTER UPDATE OF unread ON label_threads WHEN old.unread <> new.unread BEGIN
      UPDATE labels SET unread_thread_count = unread_thread_count + new.unread - old.unread WHERE id = new.label;
    END;

    -- What the index has still to learn; written with the message, cleared after the index commit.
    CREATE TABLE index_queue (
      id INTEGER PRIMARY KEY AUTOINCREMENT,
      account INTEGER NOT NULL,
      sort_key INTEGER NOT NULL,
      op TEXT NOT NULL CHECK (op IN ('put', 'drop')),
      live INTEGER NOT NULL
    ) STRICT;
    CREATE INDEX index_queue_order ON index_queue (live DESC, id);

    -- How many messages an account has, and how many of them search does not find yet.
    CREATE TABLE coverage (
      account INTEGER PRIMARY KEY REFERENCES accounts ON DELETE CASCADE,
      stored INTEGER NOT NULL DEFAULT 0,
      waiting INTEGER NOT NULL DEFAULT 0
    ) STRICT;
    CREATE TRIGGER coverage_account AFTER INSERT ON accounts BEGIN
      INSERT INTO coverage (account) VALUES (new.id);
    END;
    CREATE TRIGGER coverage_stored AFTER INSERT ON messages BEGIN
      UPDATE coverage SET stored = stored + 1 WHERE account = new.account;
    END;
    CREATE TRIGGER coverage_removed AFTER DELETE ON messages BEGIN
      UPDATE coverage SET stored = stored - 1 WHERE account = old.account;
    END;
    CREATE TRIGGER coverage_waiting AFTER INSERT ON index_queue WHEN new.op = 'put' BEGIN
      UPDATE coverage SET waiting = waiting + 1 WHERE account = new.account;
    END;
    CREATE TRIGGER coverage_indexed AFTER DELETE ON index_queue WHEN old.op = 'put' BEGIN
      UPDATE coverage SET waiting = waiting - 1 WHERE account = old.account;
    END;
  `);
}
