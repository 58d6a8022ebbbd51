import { Failure } from '../../base/failure.ts';
import type { LiveConfig } from '../../config/live-config.ts';
import type { AccountConfig } from '../../config/schema/schema.ts';
import { nextDefaultWithout } from './default-account.ts';
import { succeededStep, accountOperationResult } from './operation-result.ts';
import { configuredAccount } from './password-references.ts';
import type { OperationResult } from '../../contract/account-setup.ts';

type ConfigDeps = { config: LiveConfig };

/** An account of config.toml. Throws `Failure` missing `no_such_account`. */
export function requireConfiguredAccount({ config }: ConfigDeps, key: string): AccountConfig {
  const account = configuredAccount(config.current.accounts, key);
  if (!account) throw noSuchAccount(key);
  return account;
}

/** Throws `Failure` `no_such_account`, conflict `account_disabled`, and what `LiveConfig.edit` throws. */
export function makeDefaultAccount({ config }: ConfigDeps, key: string): OperationResult {
  const { name, enabled } = requireConfiguredAccount({ config }, key);
  if (!enabled) {
    const message = `${name} is turned off. Turn it on first to make it the default account.`;
    throw new Failure('conflict', 'account_disabled', message, { key });
  }
  config.edit([{ set: ['general', 'default_account'], value: key }]);
  const summary = `${name} is the default account.`;
  return accountOperationResult({ summary, save: succeededStep(summary) });
}

/** Throws `Failure` `no_such_account`, and what `LiveConfig.edit` throws. */
export function disableAccount({ config }: ConfigDeps, key: string): OperationResult {
  const { name } = requireConfiguredAccount({ config }, key);
  const { edits, message } = nextDefaultWithout(config.current, key);
  config.edit([{ set: ['accounts', key, 'enabled'], value: false }, ...edits]);
  const summary = [`${name} is turned off. Its mail, its settings and its passwords stay.`, message].join(' ').trim();
  return accountOperationResult({ summary, save: succeededStep(summary) });
}

/** Throws `Failure` `no_such_account`, and what `LiveConfig.edit` throws. */
export function enableAccount({ config }: ConfigDeps, key: string): OperationResult {
  const { name } = requireConfiguredAccount({ config }, key);
  config.edit([{ set: ['accounts', key, 'enabled'], value: true }]);
  const summary = `${name} is switched on, and syncs again.`;
  return accountOperationResult({ summary, save: succeededStep(summary) });
}

export function noSuchAccount(key: string): Failure {
  const message = `There is no account ${key} in config.toml. GET /platform/accounts/config lists those there are.`;
  return new Failure('missing', 'no_such_account', message, { key });
}
