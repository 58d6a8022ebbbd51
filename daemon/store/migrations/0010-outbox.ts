import type { WriteDb } from '../db.ts';

export function outbox(db: WriteDb): void {
  db.exec(`
    -- Sends, from the request to the outcome; see mail/outbox/outbox.ts.
    CREATE TABLE outbox (
      id INTEGER PRIMARY KEY AUTOINCREMENT,
      send_id TEXT NOT NULL UNIQUE,
      draft INTEGER REFERENCES drafts ON DELETE SET NULL,
      draft_id TEXT NOT NULL,
      account INTEGER REFERENCES accounts ON DELETE SET NULL,
      account_id TEXT NOT NULL,
      purpose TEXT NOT NULL,
      state TEXT NOT NULL CHECK (state IN ('queued', 'sending', 'sent', 'failed', 'unknown', 'cancelled')),
      -- 'now': at once; 'held': after the time in which it can be cancelled; 'scheduled': at a time the caller chose.
      timing TEXT NOT NULL CHECK (timing IN ('now', 'held', 'scheduled')),
      due_at TEXT NOT NULL,
      -- The time of the next attempt.
      next_at TEXT NOT NULL,
      attempts INTEGER NOT NULL DEFAULT 0,
      -- Message-ID without brackets, and sender. They never change.
      header_id TEXT NOT NULL,
      from_email TEXT NOT NULL,
      subject TEXT NOT NULL,
      -- All recipients with the result of each: JSON of OutboxRecipient[].
      recipients TEXT NOT NULL,
      -- The complete message, stored before its first byte is sent.
      mime INTEGER REFERENCES draft_blobs ON DELETE SET NULL,
      -- The public id of the copy in Sent.
      message_id TEXT,
      -- 1 once the last bytes were sent: from then on the server may have accepted the message.
      is_committed INTEGER NOT NULL DEFAULT 0,
      -- What blocks the send, or what failed: JSON of OutboxTrouble.
      trouble TEXT,
      -- The copy in Sent: 'none' where the server makes it, 'due' until it is stored.
      copy TEXT NOT NULL DEFAULT 'due' CHECK (copy IN ('none', 'due', 'done', 'failed')),
      -- Codes of the safety findings that the user has seen and overridden, as JSON.
      overridden TEXT NOT NULL DEFAULT '[]',
      origin TEXT NOT NULL,
      token_id TEXT,
      queued_at TEXT NOT NULL,
      -- When the first server accepted the message, and when nothing was left to do.
      sent_at TEXT,
      ended_at TEXT
    ) STRICT;
    -- A draft has at most one open send.
    CREATE UNIQUE INDEX outbox_open ON outbox (draft_id) WHERE state IN ('queued', 'sending', 'unknown');
    CREATE INDEX outbox_draft ON outbox (draft_id, id);
    CREATE INDEX outbox_due ON outbox (account, next_at) WHERE state = 'queued';
    CREATE INDEX outbox_unfinished ON outbox (account) WHERE sent_at IS NOT NULL AND ended_at IS NULL;
    CREATE INDEX outbox_state ON outbox (state);
    CREATE INDEX outbox_header ON outbox (header_id COLLATE NOCASE);
    CREATE INDEX outbox_message ON outbox (message_id) WHERE message_id IS NOT NULL;
    CREATE INDEX outbox_mime ON outbox (mime) WHERE mime IS NOT NULL;
    CREATE TRIGGER outbox_gone AFTER DELETE ON outbox WHEN OLD.mime IS NOT NULL BEGIN
      DELETE FROM draft_blobs WHERE id = OLD.mime;
    END;

    -- An answer to an invitation and a request to unsubscribe follow the state of the send that carries them.
    CREATE TRIGGER outbox_moved AFTER UPDATE OF state ON outbox WHEN OLD.state <> NEW.state BEGIN
      UPDATE invite_replies SET state = NEW.state WHERE send_id = NEW.send_id;
      UPDATE unsubscribes SET
        state = CASE NEW.state WHEN 'sent' THEN 'done' WHEN 'unknown' THEN 'unknown'
          WHEN 'queued' THEN 'asking' WHEN 'sending' THEN 'asking' ELSE 'failed' END,
        error = CASE WHEN NEW.state = 'cancelled' THEN 'The mail was taken back before it went.'
          WHEN NEW.state IN ('failed', 'unknown') THEN json_extract(NEW.trouble, '$.message') END,
        ended_at = CASE WHEN NEW.state NOT IN ('queued', 'sending') THEN coalesce(NEW.ended_at, NEW.sent_at) END
      WHERE send_id = NEW.send_id;
    END;

    -- Delivery reports about sent messages, one row for each recipient.
    CREATE TABLE bounces (
      id INTEGER PRIMARY KEY,
      account INTEGER NOT NULL REFERENCES accounts ON DELETE CASCADE,
      -- The report.
      message INTEGER NOT NULL REFERENCES messages ON DELETE CASCADE,
      -- Message-ID of the sent message, without brackets.
      header_id TEXT NOT NULL,
      recipient TEXT NOT NULL,
      action TEXT NOT NULL CHECK (action IN ('failed', 'delayed', 'delivered', 'relayed', 'expanded')),
      -- Enhanced status code (RFC 3463).
      status TEXT,
      -- The server's text.
      diagnostic TEXT,
      reported_at TEXT NOT NULL,
      UNIQUE (message, recipient)
    ) STRICT;
    CREATE INDEX bounces_header ON bounces (header_id COLLATE NOCASE);
    -- Reports that were processed.
    CREATE TABLE bounce_scans (message INTEGER PRIMARY KEY REFERENCES messages ON DELETE CASCADE) STRICT;

    -- Used permissions to send a draft in spite of the findings of its safety check, until they expire.
    CREATE TABLE safety_overrides (
      id INTEGER PRIMARY KEY,
      -- SHA-256 of the token, in hex.
      token_hash TEXT NOT NULL UNIQUE,
      draft_id TEXT NOT NULL,
      -- The codes of the findings, as JSON, and a hash of the text that was checked.
      codes TEXT NOT NULL,
      content_hash TEXT NOT NULL,
      expires_at TEXT NOT NULL
    ) STRICT;

    -- Mail merges: drafts that are made from one template and the rows of a table; see features/merge/.
    CREATE TABLE merges (
      id INTEGER PRIMARY KEY,
      -- The id of the job.
      batch TEXT NOT NULL UNIQUE,
      account INTEGER REFERENCES accounts ON DELETE SET NULL,
      account_id TEXT NOT NULL,
      -- The template at that time, as JSON, and the draft whose files are attached; null once that draft is deleted.
      template TEXT NOT NULL,
      draft INTEGER REFERENCES drafts ON DELETE SET NULL,
      columns TEXT NOT NULL,
      email_column TEXT,
      state TEXT NOT NULL CHECK (state IN ('making', 'made', 'sending')),
      -- The time of the next message, null while none is sent; and the seconds between two messages.
      next_at TEXT,
      pace INTEGER NOT NULL DEFAULT 3,
      created_at TEXT NOT NULL,
      -- The caller that started the merge, or its sending.
      origin TEXT NOT NULL,
      token_id TEXT
    ) STRICT;
    CREATE INDEX merges_work ON merges (id) WHERE state <> 'made';
    CREATE TABLE merge_rows (
      id INTEGER PRIMARY KEY,
      merge INTEGER NOT NULL REFERENCES merges ON DELETE CASCADE,
      line INTEGER NOT NULL,
      -- As JSON.
      cells TEXT NOT NULL,
      state TEXT NOT NULL CHECK (state IN ('waiting', 'skipped', 'drafted', 'due', 'queued', 'held_back', 'discarded')),
      reason TEXT,
      draft_id TEXT
    ) STRICT;
    CREATE INDEX merge_rows_merge ON merge_rows (merge, state);
  `);
}
