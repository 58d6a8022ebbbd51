import type { WriteDb } from '../db.ts';

export function draftsAndOutbox(db: WriteDb): void {
  db.exec(`
    -- Bytes that nothing else holds: attachments of drafts, messages on their way out; mail/kept-files.ts.
    CREATE TABLE draft_blobs (
      id INTEGER PRIMARY KEY,
      size INTEGER NOT NULL,
      -- SHA-256, in hex; null until the last byte is here.
      hash TEXT,
      begun_at TEXT NOT NULL
    ) STRICT;
    CREATE TABLE draft_blob_chunks (
      id INTEGER PRIMARY KEY,
      file INTEGER NOT NULL REFERENCES draft_blobs ON DELETE CASCADE,
      seq INTEGER NOT NULL,
      bytes BLOB NOT NULL,
      UNIQUE (file, seq)
    ) STRICT;

    -- What is being written, or was and has not been sent yet. Drafts stay when their account goes.
    CREATE TABLE drafts (
      id INTEGER PRIMARY KEY,
      draft_id TEXT NOT NULL UNIQUE,
      account INTEGER REFERENCES accounts ON DELETE SET NULL,
      account_id TEXT NOT NULL,
      purpose TEXT NOT NULL CHECK (purpose IN ('mail', 'invite_reply', 'unsubscribe')),
      -- 0 while a compose session alone knows it.
      is_saved INTEGER NOT NULL,
      -- Grows with every change.
      revision INTEGER NOT NULL DEFAULT 1,
      -- As they were typed (RFC 5322 where they can be read).
      from_text TEXT NOT NULL DEFAULT '',
      to_text TEXT NOT NULL DEFAULT '',
      cc_text TEXT NOT NULL DEFAULT '',
      bcc_text TEXT NOT NULL DEFAULT '',
      subject TEXT NOT NULL DEFAULT '',
      body_kind TEXT NOT NULL CHECK (body_kind IN ('markdown', 'html')),
      body TEXT NOT NULL DEFAULT '',
      -- The plain text that was supplied with an HTML body.
      body_text TEXT,
      intent TEXT NOT NULL CHECK (intent IN ('new', 'reply', 'reply_all', 'forward')),
      -- Message-IDs without brackets; the list as JSON.
      in_reply_to TEXT,
      reference_ids TEXT NOT NULL DEFAULT '[]',
      -- The conversation it belongs to, by public id.
      thread_id TEXT,
      -- The message that is answered or forwarded.
      source INTEGER REFERENCES messages ON DELETE SET NULL,
      -- Name of the signature that is put below.
      signature TEXT,
      -- An answer to an invitation, as JSON of the wire's InlineCalendarReply.
      calendar TEXT,
      -- The Message-ID it goes out under, without brackets; null until it is queued, and again once it was changed.
      header_id TEXT,
      -- Drafts that were made together.
      batch TEXT,
      created_at TEXT NOT NULL,
      updated_at TEXT NOT NULL,
      -- Thrown away, and kept for a while in case that was a mistake.
      discarded_at TEXT,
      origin TEXT NOT NULL,
      token_id TEXT
    ) STRICT;
    CREATE INDEX drafts_account ON drafts (account, updated_at);
    CREATE INDEX drafts_source ON drafts (source) WHERE source IS NOT NULL;
    CREATE INDEX drafts_thread ON drafts (thread_id) WHERE thread_id IS NOT NULL;
    CREATE INDEX drafts_discarded ON drafts (discarded_at) WHERE discarded_at IS NOT NULL;

    -- Files that were given to a draft.
    CREATE TABLE draft_files (
      id INTEGER PRIMARY KEY,
      file_id TEXT NOT NULL UNIQUE,
      draft INTEGER NOT NULL REFERENCES drafts ON DELETE CASCADE,
      name TEXT NOT NULL,
      mime_type TEXT NOT NULL,
      size INTEGER NOT NULL,
      -- Null while the content has still to be fetched.
      content INTEGER REFERENCES draft_blobs ON DELETE SET NULL,
      -- Where that is: JSON of { message_id, attachment_id }.
      fetch_from TEXT,
      -- What the body calls it where it is shown there.
      cid TEXT,
      -- Its place among the attachments; null while the draft does not list it.
      position INTEGER,
      created_at TEXT NOT NULL
    ) STRICT;
    CREATE INDEX draft_files_draft ON draft_files (draft);
    CREATE INDEX draft_files_content ON draft_files (content) WHERE content IS NOT NULL;

    -- Somebody writing: open until it is sent, saved or discarded, and remembered so that later calls are told how it ended.
    CREATE TABLE compose_sessions (
      id INTEGER PRIMARY KEY,
      session_id TEXT NOT NULL UNIQUE,
      draft INTEGER REFERENCES drafts ON DELETE SET NULL,
      draft_id TEXT NOT NULL,
      kind TEXT NOT NULL CHECK (kind IN ('new', 'reply', 'reply_all', 'forward', 'invite_reply')),
      opened_at TEXT NOT NULL,
      ended_at TEXT,
      ended_by TEXT CHECK (ended_by IN ('sent', 'saved', 'discarded'))
    ) STRICT;
    CREATE UNIQUE INDEX compose_sessions_open ON compose_sessions (draft) WHERE ended_at IS NULL AND draft IS NOT NULL;

    -- What goes out, from the promise to the outcome; mail/outbox.ts.
    CREATE TABLE outbox (
      id INTEGER PRIMARY KEY AUTOINCREMENT,
      send_id TEXT NOT NULL UNIQUE,
      draft INTEGER REFERENCES drafts ON DELETE SET NULL,
      draft_id TEXT NOT NULL,
      account INTEGER REFERENCES accounts ON DELETE SET NULL,
      account_id TEXT NOT NULL,
      purpose TEXT NOT NULL,
      state TEXT NOT NULL CHECK (state IN ('queued', 'sending', 'sent', 'failed', 'unknown', 'cancelled')),
      -- Whether it was to go at once, after the time in which it can be taken back, or at a moment somebody chose.
      timing TEXT NOT NULL CHECK (timing IN ('now', 'held', 'scheduled')),
      due_at TEXT NOT NULL,
      -- When it is tried next.
      next_at TEXT NOT NULL,
      attempts INTEGER NOT NULL DEFAULT 0,
      -- Message-ID without brackets, and sender: fixed from the start.
      header_id TEXT NOT NULL,
      from_email TEXT NOT NULL,
      subject TEXT NOT NULL,
      -- Everybody it goes to and what became of it for them: JSON of OutboxRecipient[].
      recipients TEXT NOT NULL,
      -- The message as it travels, whole before its first byte goes out.
      mime INTEGER REFERENCES draft_blobs ON DELETE SET NULL,
      -- The public id that its copy has.
      message_id TEXT,
      -- 1 once its last bytes were let go: from then on the server may have taken it.
      is_committed INTEGER NOT NULL DEFAULT 0,
      -- What stands in the way, or what went wrong: JSON of OutboxTrouble.
      trouble TEXT,
      -- Its copy in Sent: not ours to put there, to be put there, there, or impossible.
      copy TEXT NOT NULL DEFAULT 'due' CHECK (copy IN ('none', 'due', 'done', 'failed')),
      -- Codes of the findings that a person has seen and sends it in spite of, as JSON.
      overridden TEXT NOT NULL DEFAULT '[]',
      origin TEXT NOT NULL,
      token_id TEXT,
      queued_at TEXT NOT NULL,
      -- When the first server took it, and when nothing more was to be done.
      sent_at TEXT,
      ended_at TEXT
    ) STRICT;
    -- No draft is on its way twice.
    CREATE UNIQUE INDEX outbox_open ON outbox (draft_id) WHERE state IN ('queued', 'sending', 'unknown');
    CREATE INDEX outbox_draft ON outbox (draft_id, id);
    CREATE INDEX outbox_due ON outbox (account, next_at) WHERE state = 'queued';
    CREATE INDEX outbox_unfinished ON outbox (account) WHERE sent_at IS NOT NULL AND ended_at IS NULL;
    CREATE INDEX outbox_state ON outbox (state);
    CREATE INDEX outbox_header ON outbox (header_id COLLATE NOCASE);
    CREATE INDEX outbox_message ON outbox (message_id) WHERE message_id IS NOT NULL;
    CREATE INDEX outbox_mime ON outbox (mime) WHERE mime IS NOT NULL;

    CREATE TRIGGER draft_files_gone AFTER DELETE ON draft_files WHEN OLD.content IS NOT NULL BEGIN
      DELETE FROM draft_blobs WHERE id = OLD.content
        AND NOT EXISTS (SELECT 1 FROM draft_files WHERE content = OLD.content);
    END;
    CREATE TRIGGER outbox_gone AFTER DELETE ON outbox WHEN OLD.mime IS NOT NULL BEGIN
      DELETE FROM draft_blobs WHERE id = OLD.mime;
    END;

    -- The version of a draft that lies on the server.
    CREATE TABLE draft_links (
      draft INTEGER PRIMARY KEY REFERENCES drafts ON DELETE CASCADE,
      account INTEGER NOT NULL REFERENCES accounts ON DELETE CASCADE,
      -- Null before the first is there.
      folder TEXT,
      uidvalidity INTEGER,
      uid INTEGER,
      header_id TEXT,
      subject TEXT,
      -- The revision of the draft that it is; 0 for none.
      pushed INTEGER NOT NULL DEFAULT 0,
      -- The sync pass that was the latest when it was put there.
      pass INTEGER NOT NULL DEFAULT 0,
      -- Message-ID, folder and revision of a version that is being put there: looked for before it is put there again.
      pushing_header_id TEXT,
      pushing_folder TEXT,
      pushing INTEGER,
      trouble TEXT
    ) STRICT;
    CREATE INDEX draft_links_place ON draft_links (account, folder, uid);
    -- Versions on a server that have had their time.
    CREATE TABLE obsolete_draft_versions (
      id INTEGER PRIMARY KEY,
      account INTEGER NOT NULL REFERENCES accounts ON DELETE CASCADE,
      folder TEXT NOT NULL,
      -- Null where it is known by its Message-ID alone, and may still arrive until a pass later than this one has ended.
      uidvalidity INTEGER,
      uid INTEGER,
      header_id TEXT,
      pass INTEGER NOT NULL DEFAULT 0
    ) STRICT;
    CREATE INDEX obsolete_draft_versions_account ON obsolete_draft_versions (account);
    -- What lies on a server is never forgotten, whatever has a draft go.
    CREATE TRIGGER draft_links_gone AFTER DELETE ON draft_links
    WHEN EXISTS (SELECT 1 FROM accounts WHERE id = OLD.account) BEGIN
      INSERT INTO obsolete_draft_versions (account, folder, uidvalidity, uid, header_id)
      SELECT OLD.account, OLD.folder, OLD.uidvalidity, OLD.uid, OLD.header_id WHERE OLD.folder IS NOT NULL;
      INSERT INTO obsolete_draft_versions (account, folder, header_id, pass)
      SELECT OLD.account, OLD.pushing_folder, OLD.pushing_header_id,
        coalesce((SELECT pass_count FROM sync_status WHERE account = OLD.account), 0) WHERE OLD.pushing_folder IS NOT NULL;
    END;

    -- What servers reported of mail that was sent: a row a recipient.
    CREATE TABLE bounces (
      id INTEGER PRIMARY KEY,
      account INTEGER NOT NULL REFERENCES accounts ON DELETE CASCADE,
      -- The report.
      message INTEGER NOT NULL REFERENCES messages ON DELETE CASCADE,
      -- Message-ID of what was sent, without brackets.
      header_id TEXT NOT NULL,
      recipient TEXT NOT NULL,
      action TEXT NOT NULL CHECK (action IN ('failed', 'delayed', 'delivered', 'relayed', 'expanded')),
      -- Enhanced status code (RFC 3463).
      status TEXT,
      -- What the server said.
      diagnostic TEXT,
      reported_at TEXT NOT NULL,
      UNIQUE (message, recipient)
    ) STRICT;
    CREATE INDEX bounces_header ON bounces (header_id COLLATE NOCASE);
    CREATE INDEX messages_report ON messages (id) WHERE report IS NOT NULL;
    -- Reports that have been looked through.
    CREATE TABLE bounce_scans (message INTEGER PRIMARY KEY REFERENCES messages ON DELETE CASCADE) STRICT;

    CREATE TABLE signatures (
      id INTEGER PRIMARY KEY,
      signature_id TEXT NOT NULL UNIQUE,
      name TEXT NOT NULL UNIQUE,
      -- Markdown.
      body TEXT NOT NULL,
      created_at TEXT NOT NULL,
      updated_at TEXT NOT NULL
    ) STRICT;
    CREATE TABLE signature_defaults (
      id INTEGER PRIMARY KEY,
      signature INTEGER NOT NULL REFERENCES signatures ON DELETE CASCADE,
      kind TEXT NOT NULL CHECK (kind IN ('new', 'reply')),
      -- Null for every account.
      account INTEGER REFERENCES accounts ON DELETE CASCADE,
      -- Lower-case; null for every address of the account.
      from_email TEXT,
      created_at TEXT NOT NULL,
      updated_at TEXT NOT NULL,
      CHECK (from_email IS NULL OR account IS NOT NULL)
    ) STRICT;
    CREATE UNIQUE INDEX signature_defaults_place
      ON signature_defaults (kind, coalesce(account, 0), coalesce(from_email, ''));
    CREATE TABLE snippets (
      id INTEGER PRIMARY KEY,
      name TEXT NOT NULL UNIQUE,
      -- Markdown, with {variables}.
      body TEXT NOT NULL,
      -- Names of the variables, as JSON.
      vars TEXT NOT NULL DEFAULT '[]',
      created_at TEXT NOT NULL,
      updated_at TEXT NOT NULL
    ) STRICT;

    -- Leaves to send one draft in spite of what its safety check found that have been used, until they expire.
    CREATE TABLE safety_overrides (
      id INTEGER PRIMARY KEY,
      -- SHA-256 of the token, in hex.
      token_hash TEXT NOT NULL UNIQUE,
      draft_id TEXT NOT NULL,
      -- What was found, and of which text, as JSON and as a hash.
      codes TEXT NOT NULL,
      content_hash TEXT NOT NULL,
      expires_at TEXT NOT NULL
    ) STRICT;

    -- What the owner answered to events from here, and what has become of the mail that says so.
    CREATE TABLE invite_replies (
      id INTEGER PRIMARY KEY,
      account INTEGER NOT NULL REFERENCES accounts ON DELETE CASCADE,
      invite_id TEXT NOT NULL,
      draft_id TEXT NOT NULL,
      send_id TEXT NOT NULL UNIQUE,
      state TEXT NOT NULL CHECK (state IN ('queued', 'sending', 'sent', 'failed', 'unknown', 'cancelled')),
      -- The address that was invited.
      email TEXT NOT NULL,
      partstat TEXT NOT NULL CHECK (partstat IN ('accepted', 'tentative', 'declined')),
      comment TEXT,
      -- The form of the event that was answered, and DTSTAMP of the answer.
      sequence INTEGER NOT NULL,
      answered_at TEXT NOT NULL
    ) STRICT;
    CREATE INDEX invite_replies_event ON invite_replies (invite_id);

    -- Drafts made of one template and a table, one a row: features/merge/.
    CREATE TABLE merges (
      id INTEGER PRIMARY KEY,
      -- Its job.
      batch TEXT NOT NULL UNIQUE,
      account INTEGER REFERENCES accounts ON DELETE SET NULL,
      account_id TEXT NOT NULL,
      -- The template as it was then, and the draft its files come from; as JSON, null.
      template TEXT NOT NULL,
      draft INTEGER REFERENCES drafts ON DELETE SET NULL,
      columns TEXT NOT NULL,
      email_column TEXT,
      state TEXT NOT NULL CHECK (state IN ('making', 'made', 'sending')),
      -- When the next of its messages may go, and the seconds between two; null while none is to go.
      next_at TEXT,
      pace INTEGER NOT NULL DEFAULT 3,
      created_at TEXT NOT NULL,
      -- Who makes it, or lets it be sent.
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

    ALTER TABLE unsubscribes ADD COLUMN send_id TEXT;
    CREATE INDEX unsubscribes_send ON unsubscribes (send_id) WHERE send_id IS NOT NULL;

    -- Whoever asked for a send knows what became of it, whatever happens meanwhile.
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
  `);
}
