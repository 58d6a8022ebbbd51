import type { ConfigEdit } from '../../config/edit-config.ts';
import type { Config } from '../../config/schema/schema.ts';
import { configuredAccount } from './password-references.ts';

type Accounts = Pick<Config, 'accounts' | 'general'>;

/** The account that is used where a request names none: the one that is chosen if it is enabled, else the first enabled one. */
export function defaultKey({ accounts, general }: Accounts): string | undefined {
  const chosen = general.default_account;
  if (chosen !== undefined && configuredAccount(accounts, chosen)?.enabled) return chosen;
  return Object.keys(accounts).find((key) => accounts[key]?.enabled);
}

/** What becomes of the default once an account is switched off or goes. */
export type NextDefault = {
  edits: ConfigEdit[];
  /** A sentence where it moves; empty where it does not. */
  message: string;
};

/**
 * A default that is switched off or goes is one no more: the first of the other enabled accounts takes its place. Where
 * config.toml names it, the new one is named there, so that coming back does not make it the default again unasked.
 */
export function nextDefaultWithout({ accounts, general }: Accounts, key: string): NextDefault {
  const next = Object.keys(accounts).find((other) => other !== key && accounts[other]?.enabled);
  const wasDefault = defaultKey({ accounts, general }) === key;
  const edits = general.default_account === key ? [{ set: ['general', 'default_account'], value: next }] : [];
  if (!wasDefault) return { edits, message: '' };
  const name = next === undefined ? undefined : accounts[next]?.name;
  const message = name === undefined ? 'No account is the default one.' : `${name} is the default account from now on.`;
  return { edits, message };
}
