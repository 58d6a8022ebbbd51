import type { WriteDb } from '../db.ts';

export function contactsAndInvites(db: WriteDb): void {
  db.exec(`
    -- Correspondents of an account, updated with every message; see mail/contacts/contacts.ts.
    CREATE TABLE contacts (
      id INTEGER PRIMARY KEY,
      account INTEGER NOT NULL REFERENCES accounts ON DELETE CASCADE,
      -- Lower-case.
      email TEXT NOT NULL,
      -- The name the contact uses and the name the user gave, each with the sort key of the newest message that has it.
      name TEXT,
      name_at INTEGER NOT NULL DEFAULT 0,
      name_by_owner TEXT,
      name_by_owner_at INTEGER NOT NULL DEFAULT 0,
      -- Numbers of messages; mailings are the received messages that offer a way to unsubscribe.
      received INTEGER NOT NULL DEFAULT 0,
      mailings INTEGER NOT NULL DEFAULT 0,
      sent INTEGER NOT NULL DEFAULT 0,
      -- Sort keys of the newest message in each direction; 0 for none.
      last_received INTEGER NOT NULL DEFAULT 0,
      last_sent INTEGER NOT NULL DEFAULT 0,
      -- How likely it is that the user writes to the contact, compared with others; see mail/contacts/rank.ts.
      rank REAL NOT NULL,
      UNIQUE (account, email)
    ) STRICT;
    CREATE INDEX contacts_mailings ON contacts (account, mailings) WHERE mailings > 0;
    -- Search words of a contact, folded: words of the name, the address, its parts, its domain.
    CREATE TABLE contact_words (
      word TEXT NOT NULL,
      contact INTEGER NOT NULL REFERENCES contacts ON DELETE CASCADE,
      PRIMARY KEY (word, contact)
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX contact_words_contact ON contact_words (contact);
    -- Accounts whose contacts must be counted again from the stored messages.
    CREATE TABLE contacts_due (account INTEGER PRIMARY KEY REFERENCES accounts ON DELETE CASCADE) STRICT;

    -- Senders whose remote images are shown without asking; lower-case addresses.
    CREATE TABLE image_allowances (
      account INTEGER NOT NULL REFERENCES accounts ON DELETE CASCADE,
      sender TEXT NOT NULL,
      allowed_at TEXT NOT NULL,
      PRIMARY KEY (account, sender)
    ) STRICT, WITHOUT ROWID;

    -- Requests to unsubscribe from a list. The row is written before the sender is asked, so that no request is sent twice.
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
      -- The send that carries a request by mail.
      send_id TEXT,
      origin TEXT NOT NULL,
      token_id TEXT,
      asked_at TEXT NOT NULL,
      ended_at TEXT
    ) STRICT;
    CREATE INDEX unsubscribes_message ON unsubscribes (message);
    CREATE INDEX unsubscribes_sender ON unsubscribes (account, sender);
    CREATE INDEX unsubscribes_send ON unsubscribes (send_id) WHERE send_id IS NOT NULL;

    -- What a message says about a calendar event, one row for each message and event. mail/invites/invites.ts combines them.
    CREATE TABLE invites (
      id INTEGER PRIMARY KEY,
      -- The id of the event: the same in every message about it.
      invite_id TEXT NOT NULL,
      account INTEGER NOT NULL REFERENCES accounts ON DELETE CASCADE,
      message INTEGER NOT NULL REFERENCES messages ON DELETE CASCADE,
      uid TEXT,
      recurrence_id TEXT,
      -- 1 for the answer of an attendee, 0 for a message of the organizer.
      is_answer INTEGER NOT NULL,
      is_cancelled INTEGER NOT NULL,
      sequence INTEGER NOT NULL,
      -- Empty where the calendar object has none.
      dtstamp TEXT NOT NULL,
      starts_at TEXT,
      -- The end of the last occurrence; null where the series has no end, or the event has no time.
      series_ends_at TEXT,
      -- Fields of the wire's CalendarMetadata, as JSON.
      metadata TEXT NOT NULL,
      raw_ics TEXT,
      UNIQUE (message, invite_id)
    ) STRICT;
    CREATE INDEX invites_event ON invites (invite_id);
    CREATE INDEX invites_series ON invites (account, uid);
    -- Messages with calendar parts that were read, whether events were found or not.
    CREATE TABLE invite_scans (
      message INTEGER PRIMARY KEY REFERENCES messages ON DELETE CASCADE,
      scanned_at TEXT NOT NULL,
      error TEXT
    ) STRICT;

    -- Answers that the user sent to invitations, and the state of the mail that carries each of them.
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
      -- The SEQUENCE of the event that was answered, and the DTSTAMP of the answer.
      sequence INTEGER NOT NULL,
      answered_at TEXT NOT NULL
    ) STRICT;
    CREATE INDEX invite_replies_event ON invite_replies (invite_id);
  `);
}
