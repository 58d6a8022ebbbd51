import type { WriteDb } from '../db.ts';

export function tokens(db: WriteDb): void {
  db.exec(`
    -- Tokens beside the owner's own. What opens the door is kept as its SHA-256 alone.
    CREATE TABLE tokens (
      token_id TEXT PRIMARY KEY,
      name TEXT NOT NULL,
      origin TEXT NOT NULL CHECK (origin IN ('script', 'agent', 'mcp')),
      is_limited INTEGER NOT NULL,
      hash BLOB NOT NULL UNIQUE,
      created_at TEXT NOT NULL
    ) STRICT, WITHOUT ROWID;

    -- The accounts of a limited token. One that has lost them all may touch none.
    CREATE TABLE token_accounts (
      token_id TEXT NOT NULL REFERENCES tokens ON DELETE CASCADE,
      account INTEGER NOT NULL REFERENCES accounts ON DELETE CASCADE,
      PRIMARY KEY (token_id, account)
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX token_accounts_account ON token_accounts (account);

    -- Requests that came with an Idempotency-Key, and their replies; none while the outcome is not known.
    CREATE TABLE idempotency_keys (
      owner TEXT NOT NULL,
      key TEXT NOT NULL,
      request TEXT NOT NULL,
      input_hash BLOB NOT NULL,
      reply TEXT,
      created_at TEXT NOT NULL,
      PRIMARY KEY (owner, key)
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX idempotency_keys_created ON idempotency_keys (created_at);
  `);
}
