import { Failure } from '../../base/failure.ts';
import type { ConfigSource } from '../../config/config-source.ts';
import type { AccountSetup } from '../../contract/account-setup.ts';
import type { CompleteSession } from '../../oauth/authorization-session.ts';
import type { SignIns } from '../../oauth/access-tokens.ts';
import { isSameAddress } from '../../oauth/same-address.ts';
import type { AccountConfig } from '../../config/schema/schema.ts';
import type { WriteDb } from '../../store/db.ts';
import { isBrowserSide } from './browser-account.ts';
import { configuredAccountId, refuseDuplicate } from './configured-accounts.ts';
import { accountConfigs, saveRuntimeAccount, type AccountConfigs } from './runtime-accounts.ts';

type CompleteDeps = {
  config: ConfigSource;
  signIns: Pick<SignIns, 'get' | 'set' | 'remove'>;
  /** Connects the account again with its new sign-in. */
  restartAccount: (account_id: string) => void;
  /** Called when a runtime account was stored. */
  runtimeAccountChanged: (key: string) => void;
};

/**
 * Completes a sign-in: stores it, then saves the account where `save` is given. Otherwise an account that exists is connected
 * again, and a new one becomes a runtime account, which the configuration does not list. If saving throws, the sign-in that
 * was stored before is restored.
 */
export function completeSignIn(
  { config, signIns, restartAccount, runtimeAccountChanged }: CompleteDeps,
  db: WriteDb,
  save?: () => Promise<string>,
): CompleteSession {
  return async ({ account, tokenRef }, signIn) => {
    const before = await signIns.get(tokenRef).catch(() => undefined);
    await signIns.set(tokenRef, signIn);
    if (save) {
      try {
        return await save();
      } catch (thrown) {
        await (before ? signIns.set(tokenRef, before) : signIns.remove(tokenRef));
        throw thrown;
      }
    }
    const account_id = configuredAccountId(db, accountConfigs(db, config), account.key);
    if (account_id === undefined) {
      refuseDuplicate(account, accountConfigs(db, config));
      saveRuntimeAccount(db, account.key, runtimeConfigOf(account, tokenRef));
      runtimeAccountChanged(account.key);
    } else restartAccount(account_id);
    return `${account.name} is signed in as ${signIn.email}.`;
  };
}

/** The account as the configuration would have it. The secret of an own client is stored with the sign-in. */
function runtimeConfigOf(account: AccountSetup, token_ref: string): AccountConfig {
  const { name, email, enabled, sync, send } = account;
  const side = (given: AccountSetup['sync'] | AccountSetup['send']) => {
    if (!given) return undefined;
    if (!isBrowserSide(given) || (given.type === 'gmail' && !('token_ref' in given))) return given;
    const { client_secret: _secret, ...rest } = given as typeof given & { client_secret?: unknown };
    return { ...rest, client_id: given.client_id ?? undefined, token_ref };
  };
  const sides = { sync: side(sync), send: side(send) };
  return { name, email, enabled, notify: true, ...JSON.parse(JSON.stringify(sides)) } as AccountConfig;
}

/**
 * Throws `Failure` missing `no_such_account` if the account to sign in again is not configured, and conflict `other_address`
 * if it has another address.
 */
export function requireSameAddress(accounts: AccountConfigs, { key, email }: AccountSetup): void {
  const known = Object.hasOwn(accounts, key) ? accounts[key] : undefined;
  if (!known) {
    const message = `There is no account ${key} to sign in again. Add it first.`;
    throw new Failure('missing', 'no_such_account', message, { key });
  }
  if (isSameAddress(known.email, email)) return;
  const message = `${known.name} is ${known.email}, so it can’t be signed in again as ${email}. Add ${email} as another account.`;
  throw new Failure('conflict', 'other_address', message, { key });
}
