import type { WriteDb } from '../db.ts';

/** The verdicts on the senders of messages that Now may show; see mail/authentication/verdicts.ts. */
export function senderVerdicts(db: WriteDb): void {
  db.exec(`
    CREATE TABLE sender_verdicts (
      message INTEGER PRIMARY KEY REFERENCES messages ON DELETE CASCADE,
      -- What the verdict follows from, as JSON. Another basis needs another verdict. Null until the first one.
      basis TEXT,
      verdict TEXT CHECK (verdict IN ('known', 'ok', 'unverified', 'suspicious')),
      -- When the sender is assessed next; null if it is not any more.
      next_at TEXT
    ) STRICT;
    CREATE INDEX sender_verdicts_next ON sender_verdicts (next_at) WHERE next_at IS NOT NULL;
  `);
}
