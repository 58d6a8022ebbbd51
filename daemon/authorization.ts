import { Failure } from './base/failure.ts';
import { type Effect } from './contract/define.ts';
import type { Caller } from './handler-types.ts';
import { type Account } from './mail/accounts/accounts.ts';
import { accountsFor, isPerson, refusedByPolicy, refusedByProfile, type Profile } from './safety/policy.ts';
import type { DispatchDeps } from './dispatch.ts';

export type Profiles = { agent?: Profile; mcp?: Profile };

/** The accounts this caller may touch with this effect; refuses where the policy or the caller's profile does. */
export function authorize(
  effect: Effect,
  { origin, only }: Caller,
  accounts: readonly Account[],
  { general, profiles }: ReturnType<DispatchDeps['policy']>,
): Account[] {
  const profileName = origin === 'agent' || origin === 'mcp' ? origin : undefined;
  const refusal =
    refusedByPolicy(general, effect) ?? (profileName && refusedByProfile(profileName, profiles[profileName], effect));
  if (refusal) throw new Failure('refused', 'policy', refusal);
  return accountsOfCaller({ origin, only }, accounts, profiles);
}

/**
 * The accounts whose events a caller may see, by public id; undefined where that is all there are and will be. Throws
 * Failure `policy` where its profile does not allow reading.
 */
export function visibleAccountIds(
  caller: Caller,
  accounts: readonly Account[],
  policy: ReturnType<DispatchDeps['policy']>,
): ReadonlySet<string> | undefined {
  const accountsInScope = authorize({ safety: 'read' }, caller, accounts, policy);
  if (isPerson(caller)) return undefined;
  return new Set(accountsInScope.map(({ account_id }) => account_id));
}

/** The accounts that a caller's profile and token let it touch. */
export function accountsOfCaller({ origin, only }: Caller, accounts: readonly Account[], profiles: Profiles): Account[] {
  const accountsOfToken = only ? accounts.filter(({ account_id }) => only.includes(account_id)) : [...accounts];
  if (origin !== 'agent' && origin !== 'mcp') return accountsOfToken;
  const profile = profiles[origin];
  return profile ? accountsFor(profile, accountsOfToken) : [];
}
