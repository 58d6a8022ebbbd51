import type { ConfigEdit } from '../../config/edit-config.ts';
import type { Config } from '../../config/schema/schema.ts';
import { configuredAccount } from './password-references.ts';

type Accounts = Pick<Config, 'accounts' | 'general'>;

/** The account to use where a request names none: the chosen account if it is enabled, else the first enabled account. */
export function defaultKey({ accounts, general }: Accounts): string | undefined {
  const chosen = general.default_account;
  if (chosen !== undefined && configuredAccount(accounts, chosen)?.enabled) return chosen;
  return Object.keys(accounts).find((key) => accounts[key]?.enabled);
}

/** What happens to the default when an account is disabled or removed. */
type NextDefault = {
  edits: ConfigEdit[];
  /** A sentence if the default moves; empty if it does not. */
  message: string;
};

/**
 * A default account that is disabled or removed stops being the default; the first of the other enabled accounts replaces
 * it. If config.toml names the default, the new account is written there, so that the old account does not become the
 * default again when it returns.
 */
export function nextDefaultWithout({ accounts, general }: Accounts, key: string): NextDefault {
  const next = Object.keys(accounts).find((other) => other !== key && accounts[other]?.enabled);
  const wasDefault = defaultKey({ accounts, general }) === key;
  const edits = general.default_account === key ? [{ set: ['general', 'default_account'], value: next }] : [];
  if (!wasDefault) return { edits, message: '' };
  const name = next === undefined ? undefined : accounts[next]?.name;
  const message = name === undefined ? 'There is no default account.' : `${name} is now the default account.`;
  return { edits, message };
}
