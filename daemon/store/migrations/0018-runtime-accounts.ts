import type { WriteDb } from '../db.ts';

/** Accounts that were signed in with the browser and are not in the configuration. */
export function runtimeAccounts(db: WriteDb): void {
  db.exec(`
    CREATE TABLE runtime_accounts (
      key TEXT PRIMARY KEY,
      -- The account as the configuration would have it, as JSON.
      setup TEXT NOT NULL
    ) STRICT, WITHOUT ROWID;
  `);
}
