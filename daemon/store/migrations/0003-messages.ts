import type { WriteDb } from '../db.ts';

export function messages(db: WriteDb): void {
  db.exec(`
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
      -- Bits of mail/messages/content-flags.ts.
      content_flags INTEGER NOT NULL DEFAULT 0,
      -- Addresses the message was delivered to, each followed by a space.
      delivered_to TEXT NOT NULL DEFAULT '',
      -- The delivery report in the message, as JSON; see mail/mime/content/reports.ts.
      report TEXT,
      notes TEXT NOT NULL DEFAULT '[]',
      stored_at TEXT NOT NULL
    ) STRICT;
    CREATE INDEX messages_thread ON messages (thread, sort_key);
    CREATE INDEX messages_account ON messages (account, sort_key);
    CREATE INDEX messages_header_id ON messages (header_id COLLATE NOCASE);
    -- All columns that search filters use, in order of date, so that a search that skips many messages reads no rows.
    CREATE INDEX messages_walk ON messages (sort_key, flags, account, thread, content_flags, size, attachment_count);
    CREATE INDEX messages_attachment ON messages (sort_key) WHERE content_flags & 1;
    CREATE INDEX messages_calendar ON messages (sort_key) WHERE content_flags & 2;
    -- Messages of a sender, newest last.
    CREATE INDEX messages_sender ON messages (from_email COLLATE NOCASE, account, sort_key);
    -- Messages that offer a way to unsubscribe.
    CREATE INDEX messages_leavable ON messages (from_email COLLATE NOCASE, account, sort_key)
      WHERE unsubscribe <> '"None"';
    -- Unread messages of a sender.
    CREATE INDEX messages_unread ON messages (from_email COLLATE NOCASE, account, flags) WHERE flags & 1 = 0;
    CREATE INDEX messages_report ON messages (id) WHERE report IS NOT NULL;

    -- Texts that were derived from HTML, zstd-compressed. Plain text is read from the source instead.
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
      -- The part number (RFC 3501, section 6.4.5), and the byte range of the encoded part in the source.
      part TEXT NOT NULL,
      start INTEGER NOT NULL,
      "end" INTEGER NOT NULL,
      encoding TEXT NOT NULL,
      PRIMARY KEY (message, ordinal)
    ) STRICT, WITHOUT ROWID;

    -- The bytes as received, zstd-compressed, without the ranges that are stored in blobs/ (source_blobs, in order).
    CREATE TABLE sources (
      message INTEGER PRIMARY KEY REFERENCES messages ON DELETE CASCADE,
      data BLOB NOT NULL,
      -- 1 for a message that no server has, such as an imported one. It must not be removed to free space.
      kept INTEGER NOT NULL DEFAULT 0
    ) STRICT;
    CREATE TABLE source_blobs (
      message INTEGER NOT NULL REFERENCES messages ON DELETE CASCADE,
      start INTEGER NOT NULL,
      hash TEXT NOT NULL,
      PRIMARY KEY (message, start)
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX source_blobs_hash ON source_blobs (hash);
    -- Part bodies that are left on the server: byte ranges of the whole message, and their part numbers.
    CREATE TABLE source_missing_ranges (
      message INTEGER NOT NULL REFERENCES messages ON DELETE CASCADE,
      start INTEGER NOT NULL,
      length INTEGER NOT NULL,
      part TEXT NOT NULL,
      PRIMARY KEY (message, start)
    ) STRICT, WITHOUT ROWID;

    -- Where a message is on the server. The flags and labels of a message are derived from its placements.
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

    -- The lists of a label, stored in order: a page is a range of rows.
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

    -- Files in the cache folder, which can be fetched again; see mail/attachments/file-cache.ts.
    CREATE TABLE cached_files (
      key TEXT PRIMARY KEY,
      file TEXT NOT NULL UNIQUE,
      mime_type TEXT NOT NULL,
      size INTEGER NOT NULL,
      -- SHA-256 of the content, in hex.
      hash TEXT NOT NULL,
      used_at INTEGER NOT NULL
    ) STRICT;
    CREATE INDEX cached_files_used ON cached_files (used_at);
  `);
}
