import type { WriteDb } from '../db.ts';

export function contactsAndInvites(db: WriteDb): void {
  db.exec(`
    -- A sender's mail, newest last.
    CREATE INDEX messages_sender ON messages (from_email COLLATE NOCASE, account, sort_key);
    -- Mail whose list one can leave.
    CREATE INDEX messages_leavable ON messages (from_email COLLATE NOCASE, account, sort_key)
      WHERE unsubscribe <> '"None"';

    -- How much of a sender's mail is unread.
    CREATE INDEX messages_unread ON messages (from_email COLLATE NOCASE, account, flags) WHERE flags & 1 = 0;

    -- Whom an account has had mail from or written to, kept current with every message; mail/contacts.ts.
    CREATE TABLE contacts (
      id INTEGER PRIMARY KEY,
      account INTEGER NOT NULL REFERENCES accounts ON DELETE CASCADE,
      -- Lower-case.
      email TEXT NOT NULL,
      -- As they call themselves, and as the owner calls them, in the newest message each that says so; sort keys of these.
      name TEXT,
      name_at INTEGER NOT NULL DEFAULT 0,
      name_by_owner TEXT,
      name_by_owner_at INTEGER NOT NULL DEFAULT 0,
      -- Messages, and how many of those received came by a list that one can leave.
      received INTEGER NOT NULL DEFAULT 0,
      mailings INTEGER NOT NULL DEFAULT 0,
      sent INTEGER NOT NULL DEFAULT 0,
      -- Sort keys of the newest message each way; 0 for none.
      last_received INTEGER NOT NULL DEFAULT 0,
      last_sent INTEGER NOT NULL DEFAULT 0,
      -- How likely the owner wants to write to them, against others; mail/contact-rank.ts.
      rank REAL NOT NULL,
      UNIQUE (account, email)
    ) STRICT;
    CREATE INDEX contacts_mailings ON contacts (account, mailings) WHERE mailings > 0;
    -- What a contact is found by: words of the name, the address, its parts, its domain; folded.
    CREATE TABLE contact_words (
      word TEXT NOT NULL,
      contact INTEGER NOT NULL REFERENCES contacts ON DELETE CASCADE,
      PRIMARY KEY (word, contact)
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX contact_words_contact ON contact_words (contact);
    -- Accounts whose contacts have still to be counted from the mail that is stored.
    CREATE TABLE contacts_due (account INTEGER PRIMARY KEY REFERENCES accounts ON DELETE CASCADE) STRICT;
    INSERT INTO contacts_due SELECT DISTINCT account FROM messages;

    CREATE TABLE saved_searches (
      id INTEGER PRIMARY KEY,
      search_id TEXT NOT NULL UNIQUE,
      -- Null where it looks through all accounts.
      account INTEGER REFERENCES accounts ON DELETE CASCADE,
      name TEXT NOT NULL,
      -- The name as it is compared: capitals and forms of the same letter count as one.
      name_key TEXT NOT NULL UNIQUE,
      query TEXT NOT NULL,
      search_mode TEXT NOT NULL CHECK (search_mode IN ('lexical', 'hybrid', 'semantic')),
      sort TEXT NOT NULL CHECK (sort IN ('DateDesc', 'DateAsc', 'Relevance')),
      icon TEXT,
      -- Below 0 it stands before all others.
      position INTEGER NOT NULL,
      created_at TEXT NOT NULL
    ) STRICT;

    -- Senders whose pictures are shown without asking; lower-case addresses.
    CREATE TABLE image_allowances (
      account INTEGER NOT NULL REFERENCES accounts ON DELETE CASCADE,
      sender TEXT NOT NULL,
      allowed_at TEXT NOT NULL,
      PRIMARY KEY (account, sender)
    ) STRICT, WITHOUT ROWID;

    -- Files that can be fetched again, in the cache folder; mail/file-cache.ts.
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

    -- Lists that somebody asked to be taken off, before their senders are told: never told twice.
    CREATE TABLE unsubscribes (
      id INTEGER PRIMARY KEY,
      message INTEGER REFERENCES messages ON DELETE SET NULL,
      account INTEGER NOT NULL REFERENCES accounts ON DELETE CASCADE,
      sender TEXT NOT NULL,
      list_id TEXT,
      method TEXT NOT NULL CHECK (method IN ('one_click', 'mailto', 'link')),
      target TEXT NOT NULL,
      state TEXT NOT NULL CHECK (state IN ('asking', 'done', 'failed', 'unknown', 'by_hand')),
      error TEXT,
      mutation_id TEXT,
      origin TEXT NOT NULL,
      token_id TEXT,
      asked_at TEXT NOT NULL,
      ended_at TEXT
    ) STRICT;
    CREATE INDEX unsubscribes_message ON unsubscribes (message);
    CREATE INDEX unsubscribes_sender ON unsubscribes (account, sender);

    -- What calendar mail says of an event, one row a message and event; mail/invites.ts folds them.
    CREATE TABLE invites (
      id INTEGER PRIMARY KEY,
      -- Of the event: the same in every message about it.
      invite_id TEXT NOT NULL,
      account INTEGER NOT NULL REFERENCES accounts ON DELETE CASCADE,
      message INTEGER NOT NULL REFERENCES messages ON DELETE CASCADE,
      uid TEXT,
      recurrence_id TEXT,
      -- 1 where an attendee says something of the event, 0 where its organiser does.
      is_answer INTEGER NOT NULL,
      is_cancelled INTEGER NOT NULL,
      sequence INTEGER NOT NULL,
      -- Empty where it is not said.
      dtstamp TEXT NOT NULL,
      starts_at TEXT,
      -- When the last of it is over; null where it goes on for ever, or has no time.
      series_ends_at TEXT,
      -- Fields of the wire's CalendarMetadata, as JSON.
      metadata TEXT NOT NULL,
      raw_ics TEXT,
      UNIQUE (message, invite_id)
    ) STRICT;
    CREATE INDEX invites_event ON invites (invite_id);
    CREATE INDEX invites_series ON invites (account, uid);
    -- Calendar mail that has been looked through, with events or without.
    CREATE TABLE invite_scans (
      message INTEGER PRIMARY KEY REFERENCES messages ON DELETE CASCADE,
      scanned_at TEXT NOT NULL,
      error TEXT
    ) STRICT;
  `);
}
