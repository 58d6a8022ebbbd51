import type { WriteDb } from '../db.ts';

export function mutations(db: WriteDb): void {
  db.exec(`
    -- Changes that the user, a script or an agent asked for: the journal for undo, and the parents of the operations.
    CREATE TABLE mutations (
      id INTEGER PRIMARY KEY AUTOINCREMENT,
      mutation_id TEXT NOT NULL UNIQUE,
      kind TEXT NOT NULL,
      -- What a history shows of it: JSON of mail/mutations/journal.ts.
      about TEXT NOT NULL DEFAULT '{}',
      origin TEXT NOT NULL,
      token_id TEXT,
      -- The Idempotency-Key of the request.
      correlation TEXT,
      made_at TEXT NOT NULL,
      undoable_until TEXT NOT NULL,
      requested INTEGER NOT NULL,
      -- How many of the requested targets were left unchanged from the start.
      skipped INTEGER NOT NULL,
      undo_of INTEGER REFERENCES mutations ON DELETE SET NULL,
      undone_by INTEGER REFERENCES mutations ON DELETE SET NULL,
      job_id TEXT,
      -- 1 when the mutation was cancelled. What was pushed before the cancellation stays done.
      cancelled INTEGER NOT NULL DEFAULT 0,
      -- 1 when every operation has reached its server or was reverted.
      completed INTEGER NOT NULL DEFAULT 0
    ) STRICT;
    CREATE INDEX mutations_made ON mutations (made_at);
    CREATE INDEX mutations_open ON mutations (id) WHERE completed = 0;
    CREATE INDEX mutations_job ON mutations (job_id) WHERE job_id IS NOT NULL;
    CREATE INDEX mutations_undo_of ON mutations (undo_of);
    CREATE INDEX mutations_undone_by ON mutations (undone_by);

    -- The change that a mutation makes to each of its messages in one account.
    CREATE TABLE mutation_accounts (
      mutation INTEGER NOT NULL REFERENCES mutations ON DELETE CASCADE,
      account INTEGER NOT NULL REFERENCES accounts ON DELETE CASCADE,
      changes TEXT NOT NULL,
      PRIMARY KEY (mutation, account)
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX mutation_accounts_account ON mutation_accounts (account);

    -- One row for each message or folder of a mutation, in the order in which they are pushed to the account's server. The
    -- displayed state of a message is its state on the server with its open operations applied; see mail/mutations/.
    CREATE TABLE operations (
      id INTEGER PRIMARY KEY AUTOINCREMENT,
      mutation INTEGER NOT NULL REFERENCES mutations ON DELETE CASCADE,
      account INTEGER NOT NULL REFERENCES accounts ON DELETE CASCADE,
      message INTEGER REFERENCES messages ON DELETE SET NULL,
      message_id TEXT,
      -- The change of this message where it differs from that of the mutation: JSON of mail/mutations/change.ts.
      changes TEXT,
      -- A change of a folder instead of a message: JSON of mail/mutations/folders/folder-edits.ts.
      folder TEXT,
      state TEXT NOT NULL CHECK (state IN
        ('new', 'queued', 'sending', 'unsure', 'landed', 'done', 'refused', 'cancelled')),
      -- The change that reverts it; null where nothing was changed.
      inverse TEXT,
      error TEXT,
      attempts INTEGER NOT NULL DEFAULT 0,
      -- The number of the latest sync pass when the operation became 'landed' or 'unsure'. The next pass settles it.
      pass INTEGER,
      -- 1 for a 'landed' operation whose server did not report the new place of the message. Later operations on the message
      -- wait for a sync pass that reports it.
      is_placement_unknown INTEGER NOT NULL DEFAULT 0,
      -- How often the server did not find the message at its known place, so that nothing was done.
      not_found_count INTEGER NOT NULL DEFAULT 0
    ) STRICT;
    CREATE INDEX operations_message ON operations (message, id);
    CREATE INDEX operations_mutation ON operations (mutation);
    CREATE INDEX operations_queue ON operations (account, id) WHERE state IN ('new', 'queued', 'sending', 'unsure');
    CREATE INDEX operations_landed ON operations (account, pass) WHERE state = 'landed';
    CREATE INDEX operations_refused ON operations (account, message) WHERE state = 'refused' AND message IS NOT NULL;
    CREATE INDEX operations_new ON operations (id) WHERE state = 'new';
  `);
}
