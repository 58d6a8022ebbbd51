import type { WriteDb } from '../db.ts';

export function accounts(db: WriteDb): void {
  db.exec(`
    CREATE TABLE accounts (
      id INTEGER PRIMARY KEY,
      account_id TEXT NOT NULL UNIQUE,
      key TEXT UNIQUE,
      name TEXT NOT NULL,
      email TEXT NOT NULL,
      provider_kind TEXT NOT NULL,
      sync_kind TEXT,
      send_kind TEXT,
      enabled INTEGER NOT NULL,
      is_default INTEGER NOT NULL DEFAULT 0
    ) STRICT;

    CREATE TABLE account_addresses (
      account INTEGER NOT NULL REFERENCES accounts ON DELETE CASCADE,
      email TEXT NOT NULL COLLATE NOCASE,
      is_primary INTEGER NOT NULL,
      PRIMARY KEY (account, email)
    ) STRICT, WITHOUT ROWID;
  `);
}
