import type { WriteDb } from '../db.ts';

/** Requests of agents and tools that wait for a decision of the owner; see mail/approvals. */
export function approvals(db: WriteDb): void {
  db.exec(`
    CREATE TABLE approvals (
      id INTEGER PRIMARY KEY,
      approval_id TEXT NOT NULL UNIQUE,
      -- Who asked. The name is that of the token at that time, because the token may be revoked later.
      origin TEXT NOT NULL,
      token_id TEXT,
      caller_name TEXT NOT NULL,
      -- The request by name, its effect and its input as JSON, and the Idempotency-Key it came with.
      request TEXT NOT NULL,
      effect TEXT NOT NULL,
      input TEXT NOT NULL,
      idempotency_key TEXT,
      -- Why the caller asked for it, in its own words.
      reason TEXT,
      -- What is shown of it, as JSON (contract/approval.ts).
      content TEXT NOT NULL,
      -- SHA-256, in hex: of caller, request and input; and of these with all that the request would act on.
      request_hash TEXT NOT NULL,
      payload_hash TEXT NOT NULL,
      state TEXT NOT NULL CHECK (state IN ('pending', 'approved', 'running', 'done', 'failed', 'unknown', 'declined',
        'withdrawn', 'outdated', 'expired')),
      requested_at TEXT NOT NULL,
      expires_at TEXT NOT NULL,
      decided_at TEXT,
      -- Why the owner declined.
      decline_reason TEXT,
      ended_at TEXT,
      -- The reply of the request, as JSON, or the failure: { code, message }.
      reply TEXT,
      error TEXT
    ) STRICT;
    CREATE UNIQUE INDEX approvals_pending ON approvals (payload_hash) WHERE state = 'pending';
    CREATE INDEX approvals_request ON approvals (request_hash);
    CREATE INDEX approvals_state ON approvals (state, expires_at);
  `);
}
