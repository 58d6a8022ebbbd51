import { nameId } from '../../base/ids.ts';
import { sql, type ReadDb, type WriteDb } from '../../store/db.ts';

/** An account as the rest of the daemon knows it. `id` never leaves the daemon; `account_id` is the public one. */
export type Account = {
  id: number;
  account_id: string;
  /** Its key in the configuration; null once it is configured no more (its mail stays). */
  key: string | null;
  name: string;
  email: string;
  provider_kind: string;
  sync_kind: string | null;
  send_kind: string | null;
  enabled: boolean;
  is_default: boolean;
};

/** An address of the owner's, and the account (internal id) it belongs to. */
export type OwnAddress = { account: number; email: string };

export type AccountSetting = Omit<Account, 'id' | 'account_id' | 'is_default' | 'key'> & { key: string };

/** The kind of an account that no server stands behind: its mail was imported, and the configuration does not name it. */
export const localProviderKind = 'local';

type AccountRow = Omit<Account, 'enabled' | 'is_default'> & { enabled: number; is_default: number };

/** The same kind and address give the same id on every machine, so a removed account finds its mail again. */
export function accountIdOf({ provider_kind, email }: Pick<Account, 'provider_kind' | 'email'>): string {
  return nameId(`account\0${provider_kind}\0${email.trim().toLowerCase()}`);
}

export function allAccounts(db: ReadDb): Account[] {
  return db.all<AccountRow>(sql`SELECT * FROM accounts ORDER BY id`).map(accountFrom);
}

/** As `allAccounts`, for who asks again and again: they are read anew only after something was written to the store. */
export function accountsReader(db: ReadDb): () => readonly Account[] {
  let cached: { version: number | undefined; accounts: readonly Account[] } | undefined;
  return () => {
    const version = db.get<{ data_version: number }>(sql`PRAGMA data_version`)?.data_version;
    if (!cached || cached.version !== version) cached = { version, accounts: allAccounts(db) };
    return cached.accounts;
  };
}

function accountFrom(row: AccountRow): Account {
  return { ...row, enabled: row.enabled === 1, is_default: row.is_default === 1 };
}

/**
 * Makes the accounts table say what the configuration says. An account that is configured no more keeps its mail,
 * disabled. The default is the one named `defaultKey` if it is enabled, else the first enabled one. Gives the addresses
 * that were not known as the owner's before.
 */
export function saveAccounts(db: WriteDb, settings: readonly AccountSetting[], defaultKey?: string): OwnAddress[] {
  db.run(sql`UPDATE accounts SET is_default = 0`);
  db.run(sql`UPDATE accounts SET key = NULL, enabled = 0 WHERE provider_kind <> ${localProviderKind}`);
  const defaultSetting =
    settings.find(({ key, enabled }) => enabled && key === defaultKey) ?? settings.find(({ enabled }) => enabled);
  return settings.flatMap((setting) => saveAccount(db, setting, setting === defaultSetting));
}

function saveAccount(db: WriteDb, setting: AccountSetting, isDefault: boolean): OwnAddress[] {
  const account_id = accountIdOf(setting);
  db.run(sql`
    INSERT INTO accounts (account_id, key, name, email, provider_kind, sync_kind, send_kind, enabled, is_default)
    VALUES (${account_id}, ${setting.key}, ${setting.name}, ${setting.email}, ${setting.provider_kind},
            ${setting.sync_kind}, ${setting.send_kind}, ${setting.enabled}, ${isDefault})
    ON CONFLICT (account_id) DO UPDATE SET key = excluded.key, name = excluded.name, email = excluded.email,
      sync_kind = excluded.sync_kind, send_kind = excluded.send_kind, enabled = excluded.enabled,
      is_default = excluded.is_default`);
  return db.all<OwnAddress>(sql`
    INSERT INTO account_addresses (account, email, is_primary)
    SELECT id, email, NOT EXISTS (SELECT 1 FROM account_addresses a WHERE a.account = accounts.id AND is_primary)
    FROM accounts WHERE account_id = ${account_id}
    ON CONFLICT DO NOTHING RETURNING account, email`);
}

/** The account that imported mail lies in. It is made when it is needed, and has no key that a configuration could take. */
export function ensureImportAccount(db: WriteDb): Account {
  const account_id = accountIdOf({ provider_kind: localProviderKind, email: 'imported' });
  db.run(sql`
    INSERT INTO accounts (account_id, key, name, email, provider_kind, sync_kind, send_kind, enabled)
    VALUES (${account_id}, NULL, 'Imported mail', '', ${localProviderKind}, NULL, NULL, 1)
    ON CONFLICT DO NOTHING`);
  return accountFrom(db.get<AccountRow>(sql`SELECT * FROM accounts WHERE account_id = ${account_id}`)!);
}

/**
 * The owner's own addresses, lower-case: mail from one of them is outbound. What was brought into an account without a
 * server may have been sent from any.
 */
export function ownAddressesOf(db: ReadDb, account: number): Set<string> {
  const rows = db.all<{ email: string }>(sql`
    SELECT email FROM account_addresses
    WHERE account = ${account} OR (SELECT provider_kind FROM accounts WHERE id = ${account}) = ${localProviderKind}`);
  return new Set(rows.map(({ email }) => email.toLowerCase()));
}

/** The addresses of an account as they are written, the main one first. */
export function listedAddresses(db: ReadDb, { id }: Pick<Account, 'id'>): string[] {
  const rows = db.all<{ email: string }>(sql`
    SELECT email FROM account_addresses WHERE account = ${id} ORDER BY is_primary DESC, email`);
  return rows.map(({ email }) => email);
}

/** The address that mail of the account goes out from unless another is chosen. */
export function primaryAddress(db: ReadDb, account: Pick<Account, 'id' | 'email'>): string {
  return listedAddresses(db, account)[0] ?? account.email;
}
