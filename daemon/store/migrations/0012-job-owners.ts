import type { WriteDb } from '../db.ts';

/** The owner of a job: the accounts it touches, and its actor. */
export function jobOwners(db: WriteDb): void {
  db.exec(`
    -- Public ids of accounts, as JSON. They stay when an account is removed.
    ALTER TABLE jobs ADD COLUMN accounts TEXT NOT NULL DEFAULT '[]';
    -- Null for what the daemon does by itself.
    ALTER TABLE jobs ADD COLUMN origin TEXT;
    ALTER TABLE jobs ADD COLUMN token_id TEXT;

    UPDATE jobs SET accounts = (SELECT json_array(account_id) FROM accounts WHERE accounts.id = jobs.account)
    WHERE account IS NOT NULL;
    UPDATE jobs SET (origin, token_id, accounts) = (
      SELECT m.origin, m.token_id, (
        SELECT json_group_array(a.account_id) FROM mutation_accounts ma JOIN accounts a ON a.id = ma.account
        WHERE ma.mutation = m.id)
      FROM mutations m WHERE m.job_id = jobs.job_id)
    WHERE EXISTS (SELECT 1 FROM mutations m WHERE m.job_id = jobs.job_id);
    UPDATE jobs SET (origin, token_id) = (SELECT origin, token_id FROM merges WHERE batch = jobs.job_id)
    WHERE EXISTS (SELECT 1 FROM merges WHERE batch = jobs.job_id);
  `);
}
