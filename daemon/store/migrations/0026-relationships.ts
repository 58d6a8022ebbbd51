import type { WriteDb } from '../db.ts';

/** How people write to each other, and what has found a to-do; see mail/relationships and mail/commitments. */
export function relationships(db: WriteDb): void {
  db.exec(`
    -- How a message between people is written. Of other messages, and of those that nobody has read yet, there is none.
    CREATE TABLE message_styles (
      message INTEGER PRIMARY KEY REFERENCES messages ON DELETE CASCADE,
      sentences INTEGER NOT NULL,
      words INTEGER NOT NULL,
      -- From 0, as among friends, to 100, as to an authority. Null where nothing tells.
      formality INTEGER,
      -- When it was read, in unix milliseconds.
      read_at INTEGER NOT NULL
    ) STRICT;
    ALTER TABLE todos ADD COLUMN origin TEXT NOT NULL DEFAULT 'rules' CHECK (origin IN ('rules', 'model'));
  `);
}
