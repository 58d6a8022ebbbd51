import type { ConfigSource } from '../../config/config-source.ts';
import type { AccountConfig } from '../../config/schema/schema.ts';
import { sql, type ReadDb, type WriteDb } from '../../store/db.ts';

/** Accounts by key. */
export type AccountConfigs = Readonly<Record<string, AccountConfig>>;

/**
 * The accounts that were signed in with the browser and are not in the configuration. One whose key the configuration has
 * belongs to the configuration.
 */
export function runtimeAccounts(db: ReadDb): AccountConfigs {
  const rows = db.all<{ key: string; setup: string }>(sql`SELECT key, setup FROM runtime_accounts ORDER BY key`);
  return Object.fromEntries(rows.map(({ key, setup }) => [key, JSON.parse(setup) as AccountConfig]));
}

/** The accounts of the configuration, and the runtime accounts. */
export function accountConfigs(db: ReadDb, { current }: ConfigSource): AccountConfigs {
  return { ...current.accounts, ...withoutKeys(runtimeAccounts(db), current.accounts) };
}

/** Whether an account exists only at runtime. */
export function isRuntimeAccount(db: ReadDb, { current }: ConfigSource, key: string): boolean {
  if (Object.hasOwn(current.accounts, key)) return false;
  return db.get(sql`SELECT 1 FROM runtime_accounts WHERE key = ${key}`) !== undefined;
}

export function saveRuntimeAccount(db: WriteDb, key: string, account: AccountConfig): void {
  db.run(sql`
    INSERT INTO runtime_accounts (key, setup) VALUES (${key}, ${JSON.stringify(account)})
    ON CONFLICT (key) DO UPDATE SET setup = excluded.setup`);
}

export function removeRuntimeAccount(db: WriteDb, key: string): void {
  db.run(sql`DELETE FROM runtime_accounts WHERE key = ${key}`);
}

function withoutKeys(accounts: AccountConfigs, others: AccountConfigs): AccountConfigs {
  return Object.fromEntries(Object.entries(accounts).filter(([key]) => !Object.hasOwn(others, key)));
}
