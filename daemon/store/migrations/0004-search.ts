import type { WriteDb } from '../db.ts';

export function search(db: WriteDb): void {
  db.exec(`
    -- Changes that the search index does not have yet. A row is written with its message and deleted after the index commit.
    CREATE TABLE index_queue (
      id INTEGER PRIMARY KEY AUTOINCREMENT,
      account INTEGER NOT NULL,
      sort_key INTEGER NOT NULL,
      op TEXT NOT NULL CHECK (op IN ('put', 'drop')),
      live INTEGER NOT NULL
    ) STRICT;
    CREATE INDEX index_queue_order ON index_queue (live DESC, id);

    -- How many messages an account has, and how many of them wait to be indexed.
    CREATE TABLE coverage (
      account INTEGER PRIMARY KEY REFERENCES accounts ON DELETE CASCADE,
      stored INTEGER NOT NULL DEFAULT 0,
      waiting INTEGER NOT NULL DEFAULT 0
    ) STRICT;
    CREATE TRIGGER coverage_account AFTER INSERT ON accounts BEGIN
      INSERT INTO coverage (account) VALUES (new.id);
    END;
    CREATE TRIGGER coverage_stored AFTER INSERT ON messages BEGIN
      UPDATE coverage SET stored = stored + 1 WHERE account = new.account;
    END;
    CREATE TRIGGER coverage_removed AFTER DELETE ON messages BEGIN
      UPDATE coverage SET stored = stored - 1 WHERE account = old.account;
    END;
    CREATE TRIGGER coverage_waiting AFTER INSERT ON index_queue WHEN new.op = 'put' BEGIN
      UPDATE coverage SET waiting = waiting + 1 WHERE account = new.account;
    END;
    CREATE TRIGGER coverage_indexed AFTER DELETE ON index_queue WHEN old.op = 'put' BEGIN
      UPDATE coverage SET waiting = waiting - 1 WHERE account = old.account;
    END;

    CREATE TABLE saved_searches (
      id INTEGER PRIMARY KEY,
      search_id TEXT NOT NULL UNIQUE,
      -- Null for a search of all accounts.
      account INTEGER REFERENCES accounts ON DELETE CASCADE,
      name TEXT NOT NULL,
      -- The name in the form in which names are compared: case and variants of a letter do not count.
      name_key TEXT NOT NULL UNIQUE,
      query TEXT NOT NULL,
      search_mode TEXT NOT NULL CHECK (search_mode IN ('lexical', 'hybrid', 'semantic')),
      sort TEXT NOT NULL CHECK (sort IN ('DateDesc', 'DateAsc', 'Relevance')),
      icon TEXT,
      -- Negative positions come before all others.
      position INTEGER NOT NULL,
      created_at TEXT NOT NULL
    ) STRICT;
  `);
}
