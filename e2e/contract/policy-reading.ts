import type { CurrentPolicy } from '../../daemon/authorization.ts';
import type { Caller } from '../../daemon/handler-types.ts';
import type { Policy, Profile } from '../../daemon/safety/policy.ts';
import {
  allowDestructiveCategories,
  allowedByPolicy,
  allowedByTokenScope,
  allowSendCategories,
  cannotWait,
  type ExpectedRow,
} from './policy-expectations.ts';

/** What a request comes to: its handler, a wait for the owner, or a refusal with this code. */
type Outcome = 'handled' | 'waits' | 'policy' | 'people_only' | 'agents_refused';

/** A caller, and what the owner has set. With `isInvalid` the profiles have a mistake. */
export type Situation = {
  general: Policy;
  caller: Caller;
  profiles: CurrentPolicy['profiles'];
  isInvalid?: boolean;
  isPaused?: boolean;
};

/** An account by its public names. */
export type AccountNames = { account_id: string; key: string | null; email: string };

type ReadLine = Pick<ExpectedRow, 'name' | 'category' | 'accounts' | 'who'>;

/** The reading of the specification. */
export function expectedOutcome(row: ReadLine, situation: Situation, accounts: readonly AccountNames[]): Outcome {
  const { general, caller, profiles, isInvalid = false, isPaused = false } = situation;
  const [kind = '', action = ''] = row.category.split(':');
  const { origin } = caller;
  const isAgent = origin === 'agent' || origin === 'mcp';
  const profile = isAgent ? profiles[origin] : undefined;
  if (isAgent && isPaused) return 'policy';
  if (!allowedByPolicy[general].some((each) => each === kind)) return 'policy';
  if (isAgent && (!profile || isInvalid || !isAllowedByProfile(profile, kind, action))) return 'policy';
  if (caller.limits && !isAllowedByToken(row, kind, caller.limits)) return 'policy';
  if (row.who === 'people' && (isAgent || caller.token_id !== undefined)) return 'people_only';
  if (row.who === 'no-agents' && isAgent) return 'agents_refused';
  if (row.accounts === 'all' && expectedAccounts(situation, accounts).length < accounts.length) return 'policy';
  if (!profile?.approve || !needsSwitch(kind)) return 'handled';
  return cannotWait.includes(row.name) ? 'policy' : 'waits';
}

function needsSwitch(kind: string): boolean {
  return allowSendCategories.includes(kind) || allowDestructiveCategories.includes(kind);
}

function isAllowedByProfile(profile: Profile, kind: string, action: string): boolean {
  if (!allowedByPolicy[profile.safety_policy].some((each) => each === kind)) return false;
  if (allowSendCategories.includes(kind) && !profile.allow_send) return false;
  if (allowDestructiveCategories.includes(kind) && !profile.allow_destructive) return false;
  const listed: readonly string[] = profile.allowed_destructive_actions;
  return kind !== 'take' || listed.length === 0 || listed.includes(action);
}

function isAllowedByToken(row: ReadLine, kind: string, { scopes, requests }: NonNullable<Caller['limits']>): boolean {
  // Every token may ask what it may do (docs/decisions/0056-tool-server.md).
  if (requests.includes(row.name) || row.name === 'client.permissions') return true;
  const categories = scopes.flatMap((scope): readonly string[] => allowedByTokenScope[scope]);
  return categories.includes(kind) || (categories.includes(`${kind} of mail`) && isOfMail(row));
}

/** Whether a line is about mail of accounts and not about Posthorn itself. */
export function isOfMail({ accounts, category }: Pick<ExpectedRow, 'accounts' | 'category'>): boolean {
  return accounts !== 'none' && accounts !== 'all' && category !== 'take:remove_account';
}

/** The accounts that a caller may touch: those that both its token and its profile name, by key, id or address in any case. */
export function expectedAccounts<A extends AccountNames>({ caller, profiles }: Situation, accounts: readonly A[]): A[] {
  const { origin, only } = caller;
  const ofToken = accounts.filter(({ account_id }) => !only || only.includes(account_id));
  if (origin !== 'agent' && origin !== 'mcp') return ofToken;
  const names = (profiles[origin]?.allowed_accounts ?? []).map((name) => name.toLowerCase());
  return ofToken.filter(({ account_id, key, email }) =>
    [account_id, key, email].some((name) => name && names.includes(name.toLowerCase())),
  );
}
