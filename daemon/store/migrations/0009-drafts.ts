import type { WriteDb } from '../db.ts';

export function drafts(db: WriteDb): void {
  db.exec(`
    -- Bytes that are stored nowhere else: attachments of drafts, outgoing messages; see mail/drafts/blobs.ts.
    CREATE TABLE draft_blobs (
      id INTEGER PRIMARY KEY,
      size INTEGER NOT NULL,
      -- SHA-256, in hex; null until the last byte is stored.
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

    -- Messages that are being written or were not sent yet. Drafts stay when their account is removed.
    CREATE TABLE drafts (
      id INTEGER PRIMARY KEY,
      draft_id TEXT NOT NULL UNIQUE,
      account INTEGER REFERENCES accounts ON DELETE SET NULL,
      account_id TEXT NOT NULL,
      purpose TEXT NOT NULL CHECK (purpose IN ('mail', 'invite_reply', 'unsubscribe')),
      -- 0 while the draft belongs to its compose session only.
      is_saved INTEGER NOT NULL,
      -- Grows with every change.
      revision INTEGER NOT NULL DEFAULT 1,
      -- The address fields as they were typed (RFC 5322 where they can be parsed).
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
      -- The public id of the thread the draft belongs to.
      thread_id TEXT,
      -- The message that is answered or forwarded.
      source INTEGER REFERENCES messages ON DELETE SET NULL,
      -- The name of the signature that is appended.
      signature TEXT,
      -- An answer to an invitation, as JSON of the wire's InlineCalendarReply.
      calendar TEXT,
      -- The Message-ID of the outgoing message, without brackets; null until the draft is queued, and again after a change.
      header_id TEXT,
      -- The id that drafts of the same merge share.
      batch TEXT,
      created_at TEXT NOT NULL,
      updated_at TEXT NOT NULL,
      -- When the draft was discarded. It is kept for some time, so that the discard can be undone.
      discarded_at TEXT,
      origin TEXT NOT NULL,
      token_id TEXT
    ) STRICT;
    CREATE INDEX drafts_account ON drafts (account, updated_at);
    CREATE INDEX drafts_source ON drafts (source) WHERE source IS NOT NULL;
    CREATE INDEX drafts_thread ON drafts (thread_id) WHERE thread_id IS NOT NULL;
    CREATE INDEX drafts_discarded ON drafts (discarded_at) WHERE discarded_at IS NOT NULL;

    -- Files that were added to a draft.
    CREATE TABLE draft_files (
      id INTEGER PRIMARY KEY,
      file_id TEXT NOT NULL UNIQUE,
      draft INTEGER NOT NULL REFERENCES drafts ON DELETE CASCADE,
      name TEXT NOT NULL,
      mime_type TEXT NOT NULL,
      size INTEGER NOT NULL,
      -- Null until the content is fetched.
      content INTEGER REFERENCES draft_blobs ON DELETE SET NULL,
      -- Where the content is fetched from: JSON of { message_id, attachment_id }.
      fetch_from TEXT,
      -- The Content-ID of a file that is shown in the body.
      cid TEXT,
      -- The position among the attachments; null while the draft does not list the file.
      position INTEGER,
      created_at TEXT NOT NULL
    ) STRICT;
    CREATE INDEX draft_files_draft ON draft_files (draft);
    CREATE INDEX draft_files_content ON draft_files (content) WHERE content IS NOT NULL;
    CREATE TRIGGER draft_files_gone AFTER DELETE ON draft_files WHEN OLD.content IS NOT NULL BEGIN
      DELETE FROM draft_blobs WHERE id = OLD.content
        AND NOT EXISTS (SELECT 1 FROM draft_files WHERE content = OLD.content);
    END;

    -- Compose sessions. A session is open until its draft is sent, saved or discarded; the row stays, so that later requests
    -- are told how the session ended.
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

    -- The version of a draft that is on the server.
    CREATE TABLE draft_links (
      draft INTEGER PRIMARY KEY REFERENCES drafts ON DELETE CASCADE,
      account INTEGER NOT NULL REFERENCES accounts ON DELETE CASCADE,
      -- Null until the first version is on the server.
      folder TEXT,
      uidvalidity INTEGER,
      uid INTEGER,
      header_id TEXT,
      subject TEXT,
      -- The revision of the draft that is on the server; 0 for none.
      pushed INTEGER NOT NULL DEFAULT 0,
      -- The number of the latest sync pass when it was put there.
      pass INTEGER NOT NULL DEFAULT 0,
      -- Message-ID, folder and revision of a version that is being put there. It is searched for before it is put there again.
      pushing_header_id TEXT,
      pushing_folder TEXT,
      pushing INTEGER,
      trouble TEXT
    ) STRICT;
    CREATE INDEX draft_links_place ON draft_links (account, folder, uid);
    -- Earlier versions on a server that must be removed there.
    CREATE TABLE obsolete_draft_versions (
      id INTEGER PRIMARY KEY,
      account INTEGER NOT NULL REFERENCES accounts ON DELETE CASCADE,
      folder TEXT NOT NULL,
      -- Null where only the Message-ID is known. The version may then still appear until a pass later than 'pass' has ended.
      uidvalidity INTEGER,
      uid INTEGER,
      header_id TEXT,
      pass INTEGER NOT NULL DEFAULT 0
    ) STRICT;
    CREATE INDEX obsolete_draft_versions_account ON obsolete_draft_versions (account);
    -- A version on a server is recorded here whenever its link is deleted, so that it is always removed there.
    CREATE TRIGGER draft_links_gone AFTER DELETE ON draft_links
    WHEN EXISTS (SELECT 1 FROM accounts WHERE id = OLD.account) BEGIN
      INSERT INTO obsolete_draft_versions (account, folder, uidvalidity, uid, header_id)
      SELECT OLD.account, OLD.folder, OLD.uidvalidity, OLD.uid, OLD.header_id WHERE OLD.folder IS NOT NULL;
      INSERT INTO obsolete_draft_versions (account, folder, header_id, pass)
      SELECT OLD.account, OLD.pushing_folder, OLD.pushing_header_id,
        coalesce((SELECT pass_count FROM sync_status WHERE account = OLD.account), 0) WHERE OLD.pushing_folder IS NOT NULL;
    END;

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
  `);
}
