import type { WriteDb } from '../db.ts';

export function mutations(db: WriteDb): void {
  db.exec(`
    -- What somebody did to their mail: the journal of undo, and what the operations below belong to.
    CREATE TABLE mutations (
      id INTEGER PRIMARY KEY AUTOINCREMENT,
      mutation_id TEXT NOT NULL UNIQUE,
      kind TEXT NOT NULL,
      -- What it was about, in names that a history can show: JSON of mail/mutations/journal.ts.
      about TEXT NOT NULL DEFAULT '{}',
      origin TEXT NOT NULL,
      token_id TEXT,
      -- What the caller calls it: its Idempotency-Key.
      correlation TEXT,
      made_at TEXT NOT NULL,
      undoable_until TEXT NOT NULL,
      requested INTEGER NOT NULL,
      -- Of those, how many were left as they were from the start.
      skipped INTEGER NOT NULL,
      undo_of INTEGER REFERENCES mutations ON DELETE SET NULL,
      undone_by INTEGER REFERENCES mutations ON DELETE SET NULL,
      job_id TEXT,
      -- 1 when somebody has asked to leave it at what the servers were told by then.
      cancelled INTEGER NOT NULL DEFAULT 0,
      -- 1 when all of it has reached the servers, or was taken back.
      completed INTEGER NOT NULL DEFAULT 0
    ) STRICT;
    CREATE INDEX mutations_made ON mutations (made_at);
    CREATE INDEX mutations_open ON mutations (id) WHERE completed = 0;
    CREATE INDEX mutations_job ON mutations (job_id) WHERE job_id IS NOT NULL;
    CREATE INDEX mutations_undo_of ON mutations (undo_of);
    CREATE INDEX mutations_undone_by ON mutations (undone_by);

    -- What a mutation asks of every message it names of one account.
    CREATE TABLE mutation_accounts (
      mutation INTEGER NOT NULL REFERENCES mutations ON DELETE CASCADE,
      account INTEGER NOT NULL REFERENCES accounts ON DELETE CASCADE,
      changes TEXT NOT NULL,
      PRIMARY KEY (mutation, account)
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX mutation_accounts_account ON mutation_accounts (account);

    -- One message (or folder) of a mutation, in the order in which an account's server is told. While it is open, what is
    -- shown of a message is what its server has with these on top; see mail/mutations/.
    CREATE TABLE operations (
      id INTEGER PRIMARY KEY AUTOINCREMENT,
      mutation INTEGER NOT NULL REFERENCES mutations ON DELETE CASCADE,
      account INTEGER NOT NULL REFERENCES accounts ON DELETE CASCADE,
      message INTEGER REFERENCES messages ON DELETE SET NULL,
      message_id TEXT,
      -- What is asked of this message alone, where it is not what the mutation asks of all: JSON of mail/mutations/change.ts.
      changes TEXT,
      -- A change of a folder instead: JSON of mail/mutations/folders.ts.
      folder TEXT,
      state TEXT NOT NULL CHECK (state IN
        ('new', 'queued', 'sending', 'unsure', 'landed', 'done', 'refused', 'cancelled')),
      -- What takes it back, as one change; null where nothing was changed.
      inverse TEXT,
      error TEXT,
      attempts INTEGER NOT NULL DEFAULT 0,
      -- The number of the sync pass that was the latest when it landed, or became unsure: the next one settles it.
      pass INTEGER,
      -- 1 where it landed and its server did not say where it put the message: what follows waits until a pass tells.
      is_placement_unknown INTEGER NOT NULL DEFAULT 0,
      -- How often its server did not find the message where it was said to lie, so that nothing was done.
      not_found_count INTEGER NOT NULL DEFAULT 0
    ) STRICT;
    CREATE INDEX operations_message ON operations (message, id);
    CREATE INDEX operations_mutation ON operations (mutation);
    CREATE INDEX operations_queue ON operations (account, id) WHERE state IN ('new', 'queued', 'sending', 'unsure');
    CREATE INDEX operations_landed ON operations (account, pass) WHERE state = 'landed';
    CREATE INDEX operations_refused ON operations (account, message) WHERE state = 'refused' AND message IS NOT NULL;
    CREATE INDEX operations_new ON operations (id) WHERE state = 'new';

    -- Places that mail was taken from by operations, until a pass that began later has ended: what a pass that runs tells
    -- of them is old.
    CREATE TABLE vacated_uids (
      label INTEGER NOT NULL REFERENCES labels ON DELETE CASCADE,
      uidvalidity INTEGER NOT NULL,
      uid INTEGER NOT NULL,
      account INTEGER NOT NULL REFERENCES accounts ON DELETE CASCADE,
      -- The number of the sync pass that was the latest then.
      pass INTEGER NOT NULL,
      PRIMARY KEY (label, uidvalidity, uid)
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX vacated_uids_account ON vacated_uids (account, pass);

    ALTER TABLE sync_status ADD COLUMN pass_count INTEGER NOT NULL DEFAULT 0;
    -- A label that is ahead of its server: to be made, renamed or removed there.
    ALTER TABLE labels ADD COLUMN pending TEXT CHECK (pending IN ('create', 'rename', 'delete'));
    -- What its server parts the levels of its path by; null where it has no levels.
    ALTER TABLE labels ADD COLUMN separator TEXT;

    -- The highest id a label ever had. None is given again: what is on its way to a folder that is gone must not end in
    -- another.
    CREATE TABLE label_ids (last INTEGER NOT NULL) STRICT;
    INSERT INTO label_ids SELECT coalesce(max(id), 0) FROM labels;
    CREATE TRIGGER label_ids_given AFTER INSERT ON labels BEGIN
      UPDATE label_ids SET last = max(last, new.id);
    END;

    -- Mail that is away until a moment. What woke or moved meanwhile has no row.
    CREATE TABLE snoozes (
      message INTEGER PRIMARY KEY REFERENCES messages ON DELETE CASCADE,
      wake_at TEXT NOT NULL,
      snoozed_at TEXT NOT NULL,
      -- The label it was put under, and how to take that back: JSON of mail/mutations/change.ts.
      label INTEGER REFERENCES labels ON DELETE SET NULL,
      restore TEXT,
      mutation INTEGER REFERENCES mutations ON DELETE SET NULL,
      origin TEXT NOT NULL,
      token_id TEXT
    ) STRICT;
    CREATE INDEX snoozes_due ON snoozes (wake_at);
    CREATE INDEX snoozes_label ON snoozes (label);
    CREATE INDEX snoozes_mutation ON snoozes (mutation);
    -- What has left where it was put, or has come into the inbox, is away no more, whoever moved it.
    CREATE TRIGGER snoozes_left AFTER DELETE ON label_messages BEGIN
      DELETE FROM snoozes WHERE message = old.message AND label = old.label;
    END;
    CREATE TRIGGER snoozes_returned AFTER INSERT ON label_messages
      WHEN EXISTS (SELECT 1 FROM snoozes WHERE message = new.message) BEGIN
      DELETE FROM snoozes
      WHERE message = new.message AND (SELECT role FROM labels WHERE id = new.label) = 'inbox';
    END;

    -- Mail that is to be answered later.
    CREATE TABLE reply_later (
      message INTEGER PRIMARY KEY REFERENCES messages ON DELETE CASCADE,
      flagged_at TEXT NOT NULL
    ) STRICT;

    -- Sent mail that somebody wants to hear of again if nobody answers it.
    CREATE TABLE reminders (
      message INTEGER PRIMARY KEY REFERENCES messages ON DELETE CASCADE,
      remind_at TEXT NOT NULL,
      made_at TEXT NOT NULL,
      -- When it was told of; null while it waits.
      fired_at TEXT,
      origin TEXT NOT NULL,
      token_id TEXT
    ) STRICT;
    CREATE INDEX reminders_due ON reminders (remind_at) WHERE fired_at IS NULL;
  `);
}
