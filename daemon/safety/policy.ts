import { Failure } from '../base/failure.ts';
import { canWait } from '../contract/approval.ts';
import type { DestructiveAction, Effect, Safety } from '../contract/define.ts';
import { actorOf, isVisibleFor, type Actor, type Owned, type Viewer } from '../contract/ownership.ts';

export const policies = ['full', 'restricted', 'draft-only', 'read-only'] as const;
export type Policy = (typeof policies)[number];

/** The effects that a policy allows. */
const allowed: Record<Policy, ReadonlySet<Safety>> = {
  full: new Set(['read', 'fetch', 'egress', 'draft', 'send', 'mutate', 'destroy', 'operate']),
  restricted: new Set(['read', 'fetch', 'egress', 'draft', 'send', 'operate']),
  'draft-only': new Set(['read', 'fetch', 'egress', 'draft']),
  'read-only': new Set(['read']),
};

/** What an agent or a tool server may do, in addition to the general policy. */
export type Profile = {
  safety_policy: Policy;
  /** Account keys, ids or addresses, in any case. Other accounts are not accessible. */
  allowed_accounts: readonly string[];
  allow_send: boolean;
  allow_destructive: boolean;
  /** Empty means no limit by action. */
  allowed_destructive_actions: readonly DestructiveAction[];
  /** Whether what needs `allow_send` or `allow_destructive` waits for the owner. */
  approve: boolean;
};

/** What a token may be limited to. Each includes reading; a token may have several. */
export const tokenScopes = ['read', 'draft', 'send', 'act', 'admin'] as const;
export type TokenScope = (typeof tokenScopes)[number];

/** A token may send the requests of its scopes, and those that it names. */
export type TokenLimits = { scopes: readonly TokenScope[]; requests: readonly string[] };

const allowedByScope: Record<TokenScope, ReadonlySet<Safety>> = {
  read: new Set(['read', 'fetch']),
  draft: new Set(['read', 'fetch', 'draft']),
  send: new Set(['read', 'fetch', 'draft', 'send']),
  act: new Set(['read', 'fetch', 'mutate', 'destroy']),
  admin: new Set(['read', 'fetch', 'mutate', 'destroy', 'operate']),
};

/** Every token may ask what it may do, whatever it is limited to. */
const alwaysAllowed = 'client.permissions';

/** A request by name, and whether it is about mail of accounts and not about Posthorn itself (`isAboutMail` of the contract). */
export type NamedRequest = { name: string; isAboutMail: boolean };

/**
 * Why a token refuses an effect, as a sentence; undefined if it allows the effect. Without `request` the effect is that of a
 * request that was accepted earlier, or of events.
 */
export function refusedByToken(
  { scopes, requests }: TokenLimits,
  { safety }: Effect,
  request: NamedRequest | undefined,
): string | undefined {
  if (request?.name === alwaysAllowed) return undefined;
  if (request ? requests.includes(request.name) : requests.length > 0 && safety !== 'read') return undefined;
  const isAllowed = scopes.some((scope) => {
    if (scope === 'act' && isChange(safety) && request && !request.isAboutMail) return false;
    return allowedByScope[scope].has(safety);
  });
  if (isAllowed) return undefined;
  const allowed = scopes.length > 0 ? scopes.join(', ') : 'only the requests it names';
  return `This token doesn’t allow ${safetyDescriptions[safety]}. It is limited to: ${allowed}.`;
}

function isChange(safety: Safety): boolean {
  return safety === 'mutate' || safety === 'destroy';
}

const safetyDescriptions: Record<Safety, string> = {
  read: 'reading',
  fetch: 'fetching something from elsewhere',
  egress: 'giving mail to a language model',
  draft: 'writing drafts',
  send: 'sending mail',
  mutate: 'changing mail or settings',
  destroy: 'this change',
  operate: 'running the daemon',
};

/** Whether `permit` of a call allows an effect: for what a request leaves out, instead of failing, where it is refused. */
export function isPermitted(permit: (effect: Effect) => void, effect: Effect): boolean {
  try {
    permit(effect);
    return true;
  } catch (failed) {
    if (failed instanceof Failure && failed.code === 'policy') return false;
    throw failed;
  }
}

/** Why a policy refuses an effect, as a sentence; undefined if it allows the effect. */
export function refusedByPolicy(policy: Policy, { safety }: Effect): string | undefined {
  if (allowed[policy].has(safety)) return undefined;
  return `The safety policy is "${policy}", which doesn’t allow ${safetyDescriptions[safety]}. It is set under [general] safety_policy.`;
}

/** Why a profile refuses an effect, as a sentence; undefined if it allows the effect. */
export function refusedByProfile(name: string, profile: Profile | undefined, effect: Effect): string | undefined {
  const section = `[agents.profiles.${name}]`;
  if (!profile) return `Requests from ${nameOf(name)} are refused until the owner sets up ${section}.`;
  const { safety } = effect;
  if (!allowed[profile.safety_policy].has(safety)) {
    return `${section} has the safety policy "${profile.safety_policy}", which doesn’t allow ${safetyDescriptions[safety]}.`;
  }
  if (safety === 'send' && !profile.allow_send) return `${section} doesn’t allow sending (allow_send).`;
  if ((safety === 'mutate' || safety === 'destroy' || safety === 'operate') && !profile.allow_destructive) {
    return `${section} doesn’t allow changes (allow_destructive).`;
  }
  if (effect.safety !== 'destroy') return undefined;
  const listed = profile.allowed_destructive_actions;
  if (listed.length === 0 || listed.includes(effect.action)) return undefined;
  return `${section} doesn’t list "${effect.action}" under allowed_destructive_actions.`;
}

/** Whether an effect that a profile allows waits for the owner. */
export function needsApproval(profile: Profile, effect: Effect): boolean {
  return profile.approve && canWait(effect);
}

function nameOf(profile: string): string {
  return profile === 'mcp' ? 'the tool server' : 'agents';
}

/**
 * Whether a caller acts as the owner: not an agent, a tool or a caller with its own token, because the objects that such a
 * caller could create or open would outlive the token.
 */
export function isPerson({ origin, token_id }: { origin: string; token_id?: string | null | undefined }): boolean {
  return origin !== 'agent' && origin !== 'mcp' && (token_id ?? undefined) === undefined;
}

/** Whether a caller is a program with a language model, which is held to a profile. */
export function hasProfile(origin: string): origin is 'agent' | 'mcp' {
  return origin === 'agent' || origin === 'mcp';
}

type CallerScope = { caller: Actor; accounts: readonly { account_id: string }[] };

/** A caller with the accounts it may see; undefined for the user, who may see everything. */
export function viewerOf({ caller, accounts }: CallerScope): Viewer | undefined {
  if (isPerson(caller)) return undefined;
  return { ...actorOf(caller), accounts: new Set(accounts.map(({ account_id }) => account_id)) };
}

/** Whether a caller may see something. */
export function maySee(scope: CallerScope, owned: Owned): boolean {
  const viewer = viewerOf(scope);
  return viewer === undefined || isVisibleFor(viewer, owned);
}

type AccountIdentity = { account_id: string; key: string | null; email: string };

/** The accounts that a profile may access. */
export function accountsFor<A extends AccountIdentity>(profile: Profile, accounts: readonly A[]): A[] {
  const names = new Set(profile.allowed_accounts.map((name) => name.toLowerCase()));
  return accounts.filter(({ account_id, key, email }) =>
    [account_id, key ?? '', email].some((name) => name !== '' && names.has(name.toLowerCase())),
  );
}
