import type { WriteDb } from '../db.ts';

/** Where mail of senders, lists and domains goes. Blocked senders become decisions of the same kind. */
export function screener(db: WriteDb): void {
  db.exec(`
    -- What the user decided about mail of a sender, a list or a domain; see mail/screener/decisions.ts.
    CREATE TABLE screener_decisions (
      account INTEGER NOT NULL REFERENCES accounts ON DELETE CASCADE,
      scope TEXT NOT NULL CHECK (scope IN ('sender', 'list', 'domain')),
      -- Normalized by mail/screener/decision.ts.
      value TEXT NOT NULL,
      disposition TEXT NOT NULL CHECK (disposition IN ('allow', 'deny', 'feed', 'paper_trail', 'unknown')),
      -- 1 where new mail goes to the trash; then the disposition is 'deny'.
      is_blocked INTEGER NOT NULL,
      -- The label that new mail is moved to: its name when it was decided, and its public id.
      route_label TEXT,
      route_label_id TEXT,
      decided_at TEXT NOT NULL,
      origin TEXT NOT NULL,
      token_id TEXT,
      PRIMARY KEY (account, scope, value)
    ) STRICT, WITHOUT ROWID;
    -- The decisions that a mutation changed, as JSON from before and after it, so that its undo is exact.
    CREATE TABLE screener_changes (
      mutation INTEGER NOT NULL REFERENCES mutations ON DELETE CASCADE,
      account INTEGER NOT NULL REFERENCES accounts ON DELETE CASCADE,
      scope TEXT NOT NULL,
      value TEXT NOT NULL,
      before TEXT,
      after TEXT,
      PRIMARY KEY (mutation, account, scope, value)
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX screener_changes_account ON screener_changes (account);
    CREATE INDEX mail_streams_list ON mail_streams (account, list_id) WHERE list_id <> '';

    INSERT INTO screener_decisions (account, scope, value, disposition, is_blocked, route_label, route_label_id, decided_at,
        origin, token_id)
      SELECT account, 'sender', sender, 'deny', 1, NULL, NULL, blocked_at, origin, token_id FROM blocked_senders;
    INSERT INTO screener_changes (mutation, account, scope, value, before, after)
      SELECT m.id, ma.account, 'sender', m.about ->> '$.sender',
        CASE WHEN m.about ->> '$.blocked' THEN NULL ELSE decision END,
        CASE WHEN m.about ->> '$.blocked' THEN decision ELSE NULL END
      FROM (
        SELECT id, about, json_object('disposition', 'deny', 'is_blocked', 1, 'route_label', NULL, 'route_label_id', NULL, 'decided_at', made_at,
          'origin', origin, 'token_id', token_id) AS decision
        FROM mutations WHERE kind = 'block') m
      JOIN mutation_accounts ma ON ma.mutation = m.id;
    DROP TABLE blocked_senders;
  `);
}
