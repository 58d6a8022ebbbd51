import type { AccountConfig } from '../../config/schema.ts';
import { accountIdOf } from '../../mail/accounts.ts';
import { done, operationOf } from './operation.ts';
import { isPasswordServer } from './refusals.ts';
import type { AccountSetup, OperationResult } from './setup.ts';
import { signIn, type SignedIn } from './sign-in.ts';
import { accountNamed } from './switching.ts';
import { stored, summaryOf, type UpsertParts } from './upsert.ts';

/**
 * Signs in to the servers that config.toml names with the passwords that are given, stores those that work, and has the
 * account synced again. Where none is given, those that are stored are tried. Nothing else of what is given counts.
 * Throws `Failure` missing `no_such_account`.
 */
export async function repairAccount(parts: UpsertParts, given: AccountSetup): Promise<OperationResult> {
  const account = accountNamed(parts, given.key);
  const passwords = new Map([...passwordFor(account.sync, given.sync), ...passwordFor(account.send, given.send)]);
  const outcome = await signIn(parts, { key: given.key, account, passwords });
  const working = workingOf(account, passwords, outcome);
  const kept = await stored(parts, working);
  if ('failed' in kept) return { ...kept.failed, sync: outcome.sync, send: outcome.send };
  if (working.size > 0) parts.beginAnew(idOf(account));
  else if (outcome.sync?.ok ?? outcome.send?.ok) parts.wake(idOf(account));
  const save =
    working.size > 0 ? done(working.size === 1 ? 'The password is stored.' : 'The passwords are stored.') : null;
  return operationOf({ ...outcome, save, summary: summaryOf(outcome, `${account.name} works again.`) });
}

type Side = AccountConfig['sync'] | AccountConfig['send'];

function passwordFor(side: Side, given: AccountSetup['sync'] | AccountSetup['send']): [string, string][] {
  if (!side || !('password_ref' in side) || !('host' in side) || !isPasswordServer(given) || !given.password) return [];
  return [[side.password_ref, given.password]];
}

/** A password that both servers share is stored where both take it. */
function workingOf(account: AccountConfig, passwords: ReadonlyMap<string, string>, { sync, send }: SignedIn) {
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

function idOf({ sync, send, email }: AccountConfig): string {
  return accountIdOf({ provider_kind: sync?.type ?? send?.type ?? 'none', email });
}
