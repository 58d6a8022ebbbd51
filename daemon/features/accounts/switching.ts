import { Failure } from '../../base/failure.ts';
import type { LiveConfig } from '../../config/live.ts';
import type { AccountConfig } from '../../config/schema.ts';
import { defaultAfter } from './default-account.ts';
import { done, operationOf } from './operation.ts';
import { configured } from './references.ts';
import type { OperationResult } from './setup.ts';

type Switched = { config: LiveConfig };

/** An account of config.toml. Throws `Failure` missing `no_such_account`. */
export function accountNamed({ config }: Switched, key: string): AccountConfig {
  const account = configured(config.current.accounts, key);
  if (!account) throw noSuchAccount(key);
  return account;
}

/** Throws `Failure` `no_such_account`, conflict `account_disabled`, and what `LiveConfig.edit` throws. */
export function makeDefault({ config }: Switched, key: string): OperationResult {
  const { name, enabled } = accountNamed({ config }, key);
  if (!enabled) {
    const message = `${name} is switched off. Switch it on first to make it the default account.`;
    throw new Failure('conflict', 'account_disabled', message, { key });
  }
  config.edit([{ set: ['general', 'default_account'], value: key }]);
  const summary = `${name} is the default account.`;
  return operationOf({ summary, save: done(summary) });
}

/** Throws `Failure` `no_such_account`, and what `LiveConfig.edit` throws. */
export function disable({ config }: Switched, key: string): OperationResult {
  const { name } = accountNamed({ config }, key);
  const { edits, words } = defaultAfter(config.current, key);
  config.edit([{ set: ['accounts', key, 'enabled'], value: false }, ...edits]);
  const summary = [`${name} is switched off. Its mail, its settings and its passwords stay.`, words].join(' ').trim();
  return operationOf({ summary, save: done(summary) });
}

/** Throws `Failure` `no_such_account`, and what `LiveConfig.edit` throws. */
export function enable({ config }: Switched, key: string): OperationResult {
  const { name } = accountNamed({ config }, key);
  config.edit([{ set: ['accounts', key, 'enabled'], value: true }]);
  const summary = `${name} is switched on, and syncs again.`;
  return operationOf({ summary, save: done(summary) });
}

export function noSuchAccount(key: string): Failure {
  const message = `There is no account ${key} in config.toml. GET /platform/accounts/config lists those there are.`;
  return new Failure('missing', 'no_such_account', message, { key });
}
