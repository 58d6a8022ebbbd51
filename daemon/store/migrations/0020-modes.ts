import type { WriteDb } from '../db.ts';

/** What is done in the modes, and the to-dos that were found in mail; see mail/modes and mail/todos. */
export function modeState(db: WriteDb): void {
  db.exec(`
    -- Received messages that are done in a mode. A conversation is done while it has such a message and no new one without.
    CREATE TABLE done_marks (
      message INTEGER NOT NULL REFERENCES messages ON DELETE CASCADE,
      mode TEXT NOT NULL CHECK (mode IN ('messages', 'updates', 'reading')),
      -- The mutation that made it; null once that can no longer be undone.
      mutation INTEGER REFERENCES mutations ON DELETE SET NULL,
      PRIMARY KEY (message, mode)
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX done_marks_mutation ON done_marks (mutation) WHERE mutation IS NOT NULL;
    -- The marks that an undo has removed, for its own undo.
    CREATE TABLE removed_done_marks (
      mutation INTEGER NOT NULL REFERENCES mutations ON DELETE CASCADE,
      message INTEGER NOT NULL REFERENCES messages ON DELETE CASCADE,
      mode TEXT NOT NULL,
      PRIMARY KEY (mutation, message, mode)
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX removed_done_marks_message ON removed_done_marks (message);
    -- The cards that introduce a mode and that the user has seen.
    CREATE TABLE mode_cards (
      mode TEXT PRIMARY KEY,
      seen_at TEXT NOT NULL
    ) STRICT, WITHOUT ROWID;

    -- What the user has to do according to a message.
    CREATE TABLE todos (
      id INTEGER PRIMARY KEY,
      todo_id TEXT NOT NULL UNIQUE,
      account INTEGER NOT NULL REFERENCES accounts ON DELETE CASCADE,
      message INTEGER NOT NULL REFERENCES messages ON DELETE CASCADE,
      kind TEXT NOT NULL
        CHECK (kind IN ('question', 'deadline', 'invoice', 'invitation', 'delivery', 'commitment')),
      -- Tells the to-dos of one kind in one message apart.
      key TEXT NOT NULL,
      -- The words that it was found in, and where they are in the text of the message, in UTF-16 code units. The position is null
      -- where they are not in the text.
      words TEXT NOT NULL,
      span_start INTEGER,
      span_end INTEGER,
      -- When it is due: an instant, or a day as YYYY-MM-DD; and the words that say so.
      due_at TEXT,
      due_day TEXT,
      due_words TEXT,
      -- What is to be paid, in the smallest unit of the currency (ISO 4217).
      amount INTEGER,
      currency TEXT,
      -- 1 where it was found in mail that was here before.
      is_catchup INTEGER NOT NULL,
      state TEXT NOT NULL CHECK (state IN ('open', 'done', 'dismissed')),
      postponed_until TEXT,
      -- When the user has changed it last.
      changed_at TEXT,
      found_at TEXT NOT NULL,
      UNIQUE (message, kind, key)
    ) STRICT;
    CREATE INDEX todos_account ON todos (account, state, id);
    CREATE INDEX todos_key ON todos (kind, key);
    -- How a mutation has changed to-dos: the state before and after, as JSON.
    CREATE TABLE todo_changes (
      mutation INTEGER NOT NULL REFERENCES mutations ON DELETE CASCADE,
      todo INTEGER NOT NULL REFERENCES todos ON DELETE CASCADE,
      before TEXT NOT NULL,
      after TEXT NOT NULL,
      PRIMARY KEY (mutation, todo)
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX todo_changes_todo ON todo_changes (todo);
    -- New messages in which to-dos are still to be found.
    CREATE TABLE todo_queue (
      message INTEGER PRIMARY KEY REFERENCES messages ON DELETE CASCADE
    ) STRICT;
  `);
}
