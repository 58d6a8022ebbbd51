import type { WriteDb } from '../db.ts';

/** Rules for new mail, what they have done, and the commands they run; see mail/rules. */
export function rules(db: WriteDb): void {
  db.exec(`
    CREATE TABLE rules (
      id INTEGER PRIMARY KEY,
      rule_id TEXT NOT NULL UNIQUE,
      name TEXT NOT NULL,
      enabled INTEGER NOT NULL,
      priority INTEGER NOT NULL,
      -- contract/rule.ts, as JSON.
      conditions TEXT NOT NULL,
      actions TEXT NOT NULL,
      -- Public ids of accounts, as a JSON list; null for all accounts.
      account_ids TEXT,
      -- Raised with each change, so that a decision that was made for an earlier version is made again.
      version INTEGER NOT NULL DEFAULT 1,
      created_at TEXT NOT NULL,
      updated_at TEXT NOT NULL,
      -- Who wrote it: what it does is checked against what they may do.
      origin TEXT NOT NULL,
      token_id TEXT,
      match_count INTEGER NOT NULL DEFAULT 0,
      last_matched_at TEXT,
      -- Failures in a row.
      failures INTEGER NOT NULL DEFAULT 0,
      last_error TEXT,
      paused_at TEXT
    ) STRICT;
    -- The labels that names in a rule mean, so that the rule follows when one is renamed.
    CREATE TABLE rule_labels (
      rule INTEGER NOT NULL REFERENCES rules ON DELETE CASCADE,
      label INTEGER NOT NULL REFERENCES labels ON DELETE CASCADE,
      -- As the rule has it.
      name TEXT NOT NULL,
      PRIMARY KEY (rule, label)
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX rule_labels_label ON rule_labels (label);
    -- Commands that the owner has confirmed.
    CREATE TABLE rule_hooks (
      rule INTEGER NOT NULL REFERENCES rules ON DELETE CASCADE,
      command TEXT NOT NULL,
      confirmed_at TEXT NOT NULL,
      PRIMARY KEY (rule, command)
    ) STRICT, WITHOUT ROWID;
    -- New messages to which rules were not applied yet.
    CREATE TABLE rule_arrivals (
      message INTEGER PRIMARY KEY REFERENCES messages ON DELETE CASCADE
    ) STRICT;
    -- What rules did with messages. Entries outlive the rule and the message.
    CREATE TABLE rule_logs (
      id INTEGER PRIMARY KEY,
      rule_id TEXT NOT NULL,
      rule_name TEXT NOT NULL,
      account INTEGER NOT NULL REFERENCES accounts ON DELETE CASCADE,
      message_id TEXT NOT NULL,
      -- A JSON list of texts, as a form writes actions.
      actions TEXT NOT NULL,
      at TEXT NOT NULL,
      outcome TEXT NOT NULL CHECK (outcome IN ('done', 'failed', 'blocked')),
      error TEXT,
      mutation_id TEXT
    ) STRICT;
    CREATE INDEX rule_logs_rule ON rule_logs (rule_id, id);
    CREATE INDEX rule_logs_account ON rule_logs (account);
    CREATE INDEX rule_logs_mutation ON rule_logs (mutation_id, message_id) WHERE mutation_id IS NOT NULL;
    -- Runs of commands. One that was started is never started again.
    CREATE TABLE rule_hook_runs (
      id INTEGER PRIMARY KEY,
      log INTEGER NOT NULL REFERENCES rule_logs ON DELETE CASCADE,
      command TEXT NOT NULL,
      state TEXT NOT NULL CHECK (state IN ('waiting', 'started', 'succeeded', 'failed', 'timed_out', 'unknown', 'refused')),
      started_at TEXT,
      ended_at TEXT,
      exit_code INTEGER,
      -- The end of what it wrote, capped.
      output TEXT NOT NULL DEFAULT '',
      is_cut INTEGER NOT NULL DEFAULT 0,
      error TEXT
    ) STRICT;
    CREATE INDEX rule_hook_runs_log ON rule_hook_runs (log);
    CREATE INDEX rule_hook_runs_open ON rule_hook_runs (id) WHERE state IN ('waiting', 'started');
  `);
}
