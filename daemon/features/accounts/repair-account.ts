import type { AccountConfig } from '../../config/schema/schema.ts';
import { configuredAccountId } from '../../mail/accounts/configured-accounts.ts';
import { accountConfigs } from '../../mail/accounts/runtime-accounts.ts';
import type { ReadDb } from '../../store/db.ts';
import { succeededStep, accountOperationResult } from './operation-result.ts';
import { isPasswordServer } from './setup-validation.ts';
import type { AccountSetup, OperationResult } from '../../contract/account-setup.ts';
import { signIn, type SignInResult } from './sign-in.ts';
import { requireConfiguredAccount } from './account-state.ts';
import { tryStorePasswords, summaryOf, type UpsertDeps } from './upsert-account.ts';

/**
 * Signs in to the servers of config.toml with the given passwords, stores those that work, and syncs the account again.
 * Without given passwords, the stored passwords are tried. Other fields of the setup are ignored. Throws `Failure` missing
 * `no_such_account`.
 */
export async function repairAccount(deps: UpsertDeps, db: ReadDb, setup: AccountSetup): Promise<OperationResult> {
  const account = requireConfiguredAccount(deps, db, setup.key);
  const passwords = new Map([...passwordFor(account.sync, setup.sync), ...passwordFor(account.send, setup.send)]);
  const outcome = await signIn(deps, { key: setup.key, account, passwords });
  const accepted = acceptedPasswords(account, passwords, outcome);
  const storeResult = await tryStorePasswords(deps, accepted);
  if ('failed' in storeResult) return { ...storeResult.failed, sync: outcome.sync, send: outcome.send };
  const account_id = configuredAccountId(db, accountConfigs(db, deps.config), setup.key)!;
  if (accepted.size > 0) deps.restartAccount(account_id);
  else if (outcome.sync?.ok ?? outcome.send?.ok) deps.wake(account_id);
  const save =
    accepted.size > 0
      ? succeededStep(accepted.size === 1 ? 'The password was saved.' : 'The passwords were saved.')
      : null;
  return accountOperationResult({ ...outcome, save, summary: summaryOf(outcome, `${account.name} works again.`) });
}

type Side = AccountConfig['sync'] | AccountConfig['send'];

function passwordFor(side: Side, given: AccountSetup['sync'] | AccountSetup['send']): [string, string][] {
  if (!side || !('password_ref' in side) || !('host' in side) || !isPasswordServer(given) || !given.password) return [];
  return [[side.password_ref, given.password]];
}

/** A password that both servers share is stored if both accept it. */
function acceptedPasswords(
  account: AccountConfig,
  passwords: ReadonlyMap<string, string>,
  { sync, send }: SignInResult,
) {
  const refused = new Set(
    [
      [account.sync, sync],
      [account.send, send],
    ].flatMap(([side, step]) => {
      const isRefused = step && 'ok' in step && !step.ok;
      return isRefused && side && 'password_ref' in side ? [side.password_ref] : [];
    }),
  );
  return new Map([...passwords].filter(([ref]) => !refused.has(ref)));
}
