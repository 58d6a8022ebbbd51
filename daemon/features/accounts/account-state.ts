import { Failure } from '../../base/failure.ts';
import type { LiveConfig } from '../../config/live-config.ts';
import type { AccountConfig } from '../../config/schema/schema.ts';
import {
  accountConfigs,
  isRuntimeAccount,
  runtimeAccounts,
  saveRuntimeAccount,
} from '../../mail/accounts/runtime-accounts.ts';
import type { ReadDb, WriteDb } from '../../store/db.ts';
import { nextDefaultWithout } from './default-account.ts';
import { succeededStep, accountOperationResult } from './operation-result.ts';
import { configuredAccount } from './password-references.ts';
import type { OperationResult } from '../../contract/account-setup.ts';

type AccountStateDeps = {
  config: LiveConfig;
  /** Called when a runtime account has changed. */
  runtimeAccountChanged: (key: string) => void;
};

/** An account of config.toml, or a runtime account. Throws `Failure` missing `no_such_account`. */
export function requireConfiguredAccount(
  { config }: Pick<AccountStateDeps, 'config'>,
  db: ReadDb,
  key: string,
): AccountConfig {
  const account = configuredAccount(accountConfigs(db, config), key);
  if (!account) throw noSuchAccount(key);
  return account;
}

/** Throws `Failure` `no_such_account`, conflict `account_disabled`, and what `LiveConfig.edit` throws. */
export function makeDefaultAccount(
  { config }: Pick<AccountStateDeps, 'config'>,
  db: ReadDb,
  key: string,
): OperationResult {
  const { name, enabled } = requireConfiguredAccount({ config }, db, key);
  if (!enabled) {
    const message = `${name} is turned off. Turn it on first to make it the default account.`;
    throw new Failure('conflict', 'account_disabled', message, { key });
  }
  config.edit([{ set: ['general', 'default_account'], value: key }]);
  const summary = `${name} is the default account.`;
  return accountOperationResult({ summary, save: succeededStep(summary) });
}

/** Throws `Failure` `no_such_account`, and what `LiveConfig.edit` throws. */
export function disableAccount(deps: AccountStateDeps, db: WriteDb, key: string): OperationResult {
  const { config } = deps;
  const { name } = requireConfiguredAccount(deps, db, key);
  const { edits, message } = nextDefaultWithout(config.current, key);
  if (!setRuntimeEnabled(deps, db, { key, enabled: false }))
    config.edit([{ set: ['accounts', key, 'enabled'], value: false }, ...edits]);
  const summary = [`${name} is turned off. Its mail, its settings and its passwords stay.`, message].join(' ').trim();
  return accountOperationResult({ summary, save: succeededStep(summary) });
}

/** Throws `Failure` `no_such_account`, and what `LiveConfig.edit` throws. */
export function enableAccount(deps: AccountStateDeps, db: WriteDb, key: string): OperationResult {
  const { name } = requireConfiguredAccount(deps, db, key);
  if (!setRuntimeEnabled(deps, db, { key, enabled: true }))
    deps.config.edit([{ set: ['accounts', key, 'enabled'], value: true }]);
  const summary = `${name} is turned on and syncs again.`;
  return accountOperationResult({ summary, save: succeededStep(summary) });
}

/** Turns a runtime account on or off; returns false if the account is one of config.toml. */
function setRuntimeEnabled(
  { config, runtimeAccountChanged }: AccountStateDeps,
  db: WriteDb,
  { key, enabled }: { key: string; enabled: boolean },
): boolean {
  const account = isRuntimeAccount(db, config, key) ? runtimeAccounts(db)[key] : undefined;
  if (!account) return false;
  saveRuntimeAccount(db, key, { ...account, enabled });
  runtimeAccountChanged(key);
  return true;
}

export function noSuchAccount(key: string): Failure {
  const message = `There is no account ${key} in config.toml. GET /platform/accounts/config lists all accounts.`;
  return new Failure('missing', 'no_such_account', message, { key });
}
