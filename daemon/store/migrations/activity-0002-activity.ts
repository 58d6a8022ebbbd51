import type { WriteDb } from '../db.ts';

/** The record of requests and their callers. `activity_words` is its full-text index; deleted words are overwritten there too. */
export function activity(db: WriteDb): void {
  db.exec(`
    CREATE TABLE activity (
      id INTEGER PRIMARY KEY AUTOINCREMENT,
      ts INTEGER NOT NULL,
      source TEXT NOT NULL,
      token_id TEXT,
      action TEXT NOT NULL,
      tier TEXT NOT NULL,
      accounts TEXT NOT NULL,
      target_kind TEXT,
      target_id TEXT,
      outcome TEXT NOT NULL,
      took_ms INTEGER NOT NULL,
      context TEXT,
      redacted INTEGER NOT NULL DEFAULT 0
    ) STRICT;
    CREATE INDEX activity_ts ON activity (ts);
    CREATE INDEX activity_tier ON activity (tier, ts);

    CREATE VIRTUAL TABLE activity_words USING fts5 (words, tokenize = 'unicode61 remove_diacritics 2');
    INSERT INTO activity_words (activity_words, rank) VALUES ('secure-delete', 1);

    CREATE TABLE activity_filters (
      slug TEXT PRIMARY KEY,
      name TEXT NOT NULL,
      filter TEXT NOT NULL,
      created_at INTEGER NOT NULL,
      updated_at INTEGER NOT NULL
    ) STRICT, WITHOUT ROWID;

    CREATE TABLE activity_pause (
      id INTEGER PRIMARY KEY CHECK (id = 1),
      since INTEGER NOT NULL,
      until INTEGER
    ) STRICT;
  `);
}
