import { Failure } from '../../base/failure.ts';
import { sql, type ReadDb, type WriteDb } from '../../store/db.ts';
import { accountIdsOf, newAccountId, saveAccountAliases } from './account-ids.ts';
import { forgetServerState } from './server-state.ts';

/** An account as the rest of the daemon knows it. `id` never leaves the daemon; `account_id` is the public one. */
export type Account = {
  id: number;
  account_id: string;
  /** The account's key in the configuration; null for an account that is no longer configured (its mail is kept). */
  key: string | null;
  name: string;
  email: string;
  provider_kind: string;
  sync_kind: string | null;
  send_kind: string | null;
  enabled: boolean;
  is_default: boolean;
};

/** An address of the user, and the account (internal id) it belongs to. */
type OwnAddress = { account: number; email: string };

export type AccountSetting = Omit<Account, 'id' | 'account_id' | 'is_default' | 'key'> & { key: string };

/** The provider kind of an account without a server: its mail was imported, and the configuration does not list it. */
export const localProviderKind = 'local';

type AccountRow = Omit<Account, 'enabled' | 'is_default'> & { enabled: number; is_default: number };

export function allAccounts(db: ReadDb): Account[] {
  return db.all<AccountRow>(sql`SELECT * FROM accounts ORDER BY id`).map(accountFrom);
}

/** The account with a public id among some. Throws Failure `not_found`. */
export function accountAmong(accounts: readonly Account[], account_id: string): Account {
  const account = accounts.find((each) => each.account_id === account_id.toLowerCase());
  if (!account) throw new Failure('missing', 'not_found', 'There is no such account.');
  return account;
}

/**
 * Like `allAccounts`, for callers that read repeatedly: the accounts are read again only after a write to the store.
 */
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
 * Updates the accounts table from the configuration. An account that is no longer configured is disabled and keeps
 * its mail. The default account is `defaultKey` if it is enabled, else the first enabled account. Returns the
 * addresses that are new as addresses of the user.
 */
export function saveAccounts(db: WriteDb, settings: readonly AccountSetting[], defaultKey?: string): OwnAddress[] {
  const ids = accountIdsOf(db, settings);
  db.run(sql`UPDATE accounts SET is_default = 0`);
  db.run(sql`UPDATE accounts SET key = NULL, enabled = 0 WHERE provider_kind <> ${localProviderKind}`);
  const defaultSetting =
    settings.find(({ key, enabled }) => enabled && key === defaultKey) ?? settings.find(({ enabled }) => enabled);
  const addresses = settings.flatMap((setting) =>
    saveAccount(db, setting, { account_id: ids.get(setting.key)!, isDefault: setting === defaultSetting }),
  );
  saveAccountAliases(db);
  return addresses;
}

function saveAccount(
  db: WriteDb,
  setting: AccountSetting,
  { account_id, isDefault }: { account_id: string; isDefault: boolean },
): OwnAddress[] {
  const before = db.get<Pick<Account, 'id' | 'sync_kind'>>(
    sql`SELECT id, sync_kind FROM accounts WHERE account_id = ${account_id}`,
  );
  db.run(sql`
    INSERT INTO accounts (account_id, key, name, email, provider_kind, sync_kind, send_kind, enabled, is_default)
    VALUES (${account_id}, ${setting.key}, ${setting.name}, ${setting.email}, ${setting.provider_kind},
            ${setting.sync_kind}, ${setting.send_kind}, ${setting.enabled}, ${isDefault})
    ON CONFLICT (account_id) DO UPDATE SET key = excluded.key, name = excluded.name, email = excluded.email,
      provider_kind = excluded.provider_kind, sync_kind = excluded.sync_kind, send_kind = excluded.send_kind,
      enabled = excluded.enabled, is_default = excluded.is_default`);
  if (before && before.sync_kind !== setting.sync_kind) forgetServerState(db, before.id);
  return db.all<OwnAddress>(sql`
    INSERT INTO account_addresses (account, email, is_primary)
    SELECT id, email, NOT EXISTS (SELECT 1 FROM account_addresses a WHERE a.account = accounts.id AND is_primary)
    FROM accounts WHERE account_id = ${account_id}
    ON CONFLICT DO NOTHING RETURNING account, email`);
}

/** The account that holds imported mail. It is created on first use, and its key cannot occur in the configuration. */
export function ensureImportAccount(db: WriteDb): Account {
  const account_id = newAccountId({ provider_kind: localProviderKind, email: 'imported' });
  db.run(sql`
    INSERT INTO accounts (account_id, key, name, email, provider_kind, sync_kind, send_kind, enabled)
    VALUES (${account_id}, NULL, 'Imported mail', '', ${localProviderKind}, NULL, NULL, 1)
    ON CONFLICT DO NOTHING`);
  return accountFrom(db.get<AccountRow>(sql`SELECT * FROM accounts WHERE account_id = ${account_id}`)!);
}

/**
 * The user's own addresses in lower case: mail from these addresses is outbound. Imported mail in an account without
 * a server may have been sent from any of the user's addresses.
 */
export function ownAddressesOf(db: ReadDb, account: number): Set<string> {
  const rows = db.all<{ email: string }>(sql`
    SELECT email FROM account_addresses
    WHERE account = ${account} OR (SELECT provider_kind FROM accounts WHERE id = ${account}) = ${localProviderKind}`);
  return new Set(rows.map(({ email }) => email.toLowerCase()));
}

/** The addresses of an account as they are written, the primary address first. */
export function listedAddresses(db: ReadDb, { id }: Pick<Account, 'id'>): string[] {
  const rows = db.all<{ email: string }>(sql`
    SELECT email FROM account_addresses WHERE account = ${id} ORDER BY is_primary DESC, email`);
  return rows.map(({ email }) => email);
}

/** The address that the account sends from unless another address is chosen. */
export function primaryAddress(db: ReadDb, account: Pick<Account, 'id' | 'email'>): string {
  return listedAddresses(db, account)[0] ?? account.email;
}
