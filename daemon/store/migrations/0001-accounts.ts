import type { WriteDb } from '../db.ts';

export function accounts(db: WriteDb): void {
  db.exec(`
    CREATE TABLE accounts (
      id INTEGER PRIMARY KEY,
      account_id TEXT NOT NULL UNIQUE,
      -- The account's name in config.toml; null for an account that is not configured there.
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

    -- Accounts whose mail is being deleted. After a restart the removal continues; see mail/accounts/removal.ts.
    CREATE TABLE account_removals (
      account INTEGER PRIMARY KEY REFERENCES accounts ON DELETE CASCADE,
      asked_at TEXT NOT NULL
    ) STRICT;
  `);
}
