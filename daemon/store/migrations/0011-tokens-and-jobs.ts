import type { WriteDb } from '../db.ts';

export function tokensAndJobs(db: WriteDb): void {
  db.exec(`
    -- API tokens besides the user's own. Of the secret only its SHA-256 is stored.
    CREATE TABLE tokens (
      token_id TEXT PRIMARY KEY,
      name TEXT NOT NULL,
      origin TEXT NOT NULL CHECK (origin IN ('script', 'agent', 'mcp')),
      is_limited INTEGER NOT NULL,
      hash BLOB NOT NULL UNIQUE,
      created_at TEXT NOT NULL
    ) STRICT, WITHOUT ROWID;

    -- The accounts of a limited token. A limited token without accounts may access none.
    CREATE TABLE token_accounts (
      token_id TEXT NOT NULL REFERENCES tokens ON DELETE CASCADE,
      account INTEGER NOT NULL REFERENCES accounts ON DELETE CASCADE,
      PRIMARY KEY (token_id, account)
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX token_accounts_account ON token_accounts (account);

    -- Requests that had an Idempotency-Key, and their replies; the reply is null while the outcome is not known.
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

    CREATE TABLE jobs (
      job_id TEXT PRIMARY KEY,
      kind TEXT NOT NULL,
      account INTEGER REFERENCES accounts ON DELETE CASCADE,
      status TEXT NOT NULL CHECK (status IN ('queued', 'running', 'succeeded', 'failed')),
      total INTEGER NOT NULL DEFAULT 0,
      succeeded INTEGER NOT NULL DEFAULT 0,
      skipped INTEGER NOT NULL DEFAULT 0,
      failed INTEGER NOT NULL DEFAULT 0,
      cancelled INTEGER NOT NULL DEFAULT 0,
      error TEXT,
      started_at INTEGER NOT NULL,
      finished_at INTEGER
    ) STRICT;
    CREATE INDEX jobs_newest ON jobs (started_at DESC, job_id DESC);

    -- What a job of the kind 'import' reads and how far it is, so that it continues there after a restart.
    CREATE TABLE imports (
      job_id TEXT PRIMARY KEY REFERENCES jobs ON DELETE CASCADE,
      path TEXT NOT NULL,
      folder TEXT,
      position TEXT,
      passed_over INTEGER NOT NULL DEFAULT 0,
      problems TEXT NOT NULL DEFAULT '[]'
    ) STRICT, WITHOUT ROWID;
  `);
}
