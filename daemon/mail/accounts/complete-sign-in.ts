import { Failure } from '../../base/failure.ts';
import type { ConfigSource } from '../../config/config-source.ts';
import type { AccountSetup } from '../../contract/account-setup.ts';
import type { CompleteSession } from '../../oauth/authorization-sessions.ts';
import type { SignIns } from '../../oauth/access-tokens.ts';
import { isSameAddress } from '../../oauth/same-address.ts';
import type { ReadDb } from '../../store/db.ts';
import { configuredAccountId } from './configured-accounts.ts';

type CompleteDeps = {
  config: ConfigSource;
  signIns: Pick<SignIns, 'get' | 'set' | 'remove'>;
  /** Connects the account again with its new sign-in. */
  restartAccount: (account_id: string) => void;
};

/**
 * Completes a sign-in: stores it, then saves the account where `save` is given, else connects the account again if it is
 * configured. If saving throws, the sign-in that was stored before is restored.
 */
export function completeSignIn(
  { config, signIns, restartAccount }: CompleteDeps,
  db: ReadDb,
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
    const account_id = configuredAccountId(db, config.current.accounts, account.key);
    if (account_id === undefined) return `Signed in as ${signIn.email}. Save the account to sync its mail.`;
    restartAccount(account_id);
    return `${account.name} is signed in as ${signIn.email}.`;
  };
}

/**
 * Throws `Failure` missing `no_such_account` if the account to sign in again is not configured, and conflict `other_address`
 * if it has another address.
 */
export function requireSameAddress({ config }: Pick<CompleteDeps, 'config'>, { key, email }: AccountSetup): void {
  const { accounts } = config.current;
  const known = Object.hasOwn(accounts, key) ? accounts[key] : undefined;
  if (!known) {
    const message = `There is no account ${key} in config.toml to sign in again. Add it first.`;
    throw new Failure('missing', 'no_such_account', message, { key });
  }
  if (isSameAddress(known.email, email)) return;
  const message = `${known.name} is ${known.email}, so it can’t be signed in again as ${email}. Add ${email} as another account.`;
  throw new Failure('conflict', 'other_address', message, { key });
}
