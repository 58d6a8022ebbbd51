import { reasonOf } from '../../base/failure.ts';
import type { Log } from '../../base/log.ts';
import type { AccountTrouble } from '../../contract/account-setup.ts';
import type { BrowserSignIn } from '../../oauth/browser-sign-in.ts';
import { troubleOf } from './trouble.ts';
import type { SecretStore } from '../../config/secrets/secret-store.ts';

/** Restores the previous passwords. */
export type PasswordRollback = () => Promise<void>;

/**
 * Stores passwords by name: all of them, or none. Returns a rollback, for the case that a later step fails. Throws what the
 * store throws.
 */
export async function storePasswords(
  secrets: Pick<SecretStore, 'get' | 'set' | 'remove'>,
  passwords: ReadonlyMap<string, string>,
): Promise<PasswordRollback> {
  const previous: [string, string | undefined][] = [];
  const rollBack = async () => {
    for (const [ref, secret] of previous.toReversed())
      await (secret === undefined ? secrets.remove(ref) : secrets.set(ref, secret));
  };
  try {
    for (const [ref, secret] of passwords) {
      const known = await secrets.get(ref);
      if (known === secret) continue;
      await secrets.set(ref, secret);
      previous.push([ref, known]);
    }
    return rollBack;
  } catch (failed) {
    await rollBack();
    throw failed;
  }
}

/** Removes sign-ins that no account uses any more. One that cannot be removed stays, and is logged. */
export async function removeSignIns(
  { browserSignIn, log }: { browserSignIn: BrowserSignIn | undefined; log: Log },
  refs: readonly string[],
): Promise<void> {
  for (const ref of refs)
    await browserSignIn?.signIns.remove(ref).catch((thrown: unknown) => {
      log.warn({ ref, reason: reasonOf(thrown) }, 'a sign-in that no account names any more could not be removed');
    });
}

/** Removes passwords that no account uses any more. Returns those that could not be removed instead of failing. */
export async function removePasswords(
  { secrets, log }: { secrets: SecretStore | undefined; log: Log },
  refs: readonly string[],
): Promise<AccountTrouble[]> {
  const troubles: AccountTrouble[] = [];
  for (const ref of refs) {
    try {
      await secrets?.remove(ref);
    } catch (thrown) {
      log.warn({ ref, reason: reasonOf(thrown) }, 'a password that no account names any more could not be removed');
      const trouble = troubleOf(thrown, { where: 'save', host: null });
      troubles.push({ ...trouble, message: `Its password "${ref}" couldn’t be removed. ${trouble.message}` });
    }
  }
  return troubles;
}
