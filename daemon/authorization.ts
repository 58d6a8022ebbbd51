import { areAgentsPaused } from './config/agents-pause.ts';
import type { ConfigNote, ConfigSource } from './config/config-source.ts';
import { findToken, isWorking, tokenWithSecret, type Token } from './mail/callers/tokens.ts';
import type { DeferredAuthorization } from './mail/mutations/apply.ts';
import type { ReadDb } from './store/db.ts';
import { Failure } from './base/failure.ts';
import type { Effect, Request } from './contract/define.ts';
import type { Caller, Origin } from './handler-types.ts';
import { allAccounts, type Account } from './mail/accounts/accounts.ts';
import {
  accountsFor,
  hasProfile,
  isPerson,
  refusedByPolicy,
  refusedByProfile,
  refusedByToken,
  type NamedRequest,
  type Policy,
  type Profile,
} from './safety/policy.ts';

/** What the owner allows agents. */
type Profiles = { agent?: Profile; mcp?: Profile };

/** The policy that applies now. */
export type CurrentPolicy = {
  general: Policy;
  profiles: Profiles;
  /** The profiles with a mistake in config.toml, which are not in force, each with the sentence about it. */
  mistakes?: { agent?: string | undefined; mcp?: string | undefined };
  /** The owner has paused all agents and tools. */
  isPaused?: boolean;
};

/** The policy that the settings say. */
export function policyOf(config: Pick<ConfigSource, 'current' | 'notes'>): CurrentPolicy {
  const { agents, general } = config.current;
  return {
    general: general.safety_policy,
    profiles: agents.profiles,
    mistakes: profileMistakes(config.notes),
    isPaused: areAgentsPaused(config),
  };
}

/** The refusals of profiles with a mistake, as sentences for their callers, from the notes on config.toml. */
function profileMistakes(notes: readonly ConfigNote[]): NonNullable<CurrentPolicy['mistakes']> {
  const sentence = (profile: 'agent' | 'mcp') => {
    const table = `agents.profiles.${profile}`;
    const note = notes.find(
      ({ severity, key }) => severity === 'error' && (key === table || key.startsWith(`${table}.`)),
    );
    if (!note) return undefined;
    const place = note.line === null ? 'config.toml' : `config.toml, line ${note.line}`;
    return `[${table}] has an error (${place}: ${note.key}), so every request under it is refused until the owner corrects it.`;
  };
  return { agent: sentence('agent'), mcp: sentence('mcp') };
}

/**
 * The accounts this caller may touch with this effect; refuses where the policy, the caller's profile or its token does.
 * `request` is the present request.
 */
export function authorize(
  effect: Effect,
  { origin, only, limits }: Caller,
  accounts: readonly Account[],
  { general, profiles, mistakes = {}, isPaused = false }: CurrentPolicy,
  request?: NamedRequest,
): Account[] {
  const profileName = origin === 'agent' || origin === 'mcp' ? origin : undefined;
  const refusal =
    (profileName && isPaused ? agentsPaused : undefined) ??
    refusedByPolicy(general, effect) ??
    (profileName && mistakes[profileName]) ??
    (profileName && refusedByProfile(profileName, profiles[profileName], effect)) ??
    (limits && refusedByToken(limits, effect, request));
  if (refusal) throw new Failure('refused', 'policy', refusal);
  return accountsOfCaller({ origin, only }, accounts, profiles);
}

/** Throws Failure `people_only` or `agents_refused` where a row with this input is not for the caller, whatever it is allowed. */
export function checkCaller(
  { people, notForAgents }: Pick<Request, 'people' | 'notForAgents'>,
  input: Record<string, unknown>,
  caller: Caller,
): void {
  const applies = (rule: Request['people']) => (typeof rule === 'function' ? rule(input) : rule === true);
  if (applies(people) && !isPerson(caller))
    throw new Failure('refused', 'people_only', 'Only the owner can send this request, using the owner’s token.');
  if (applies(notForAgents) && hasProfile(caller.origin))
    throw new Failure(
      'refused',
      'agents_refused',
      'Agents and tools may not send this request. Ask the owner to do it.',
    );
}

/** Said to agents and tools while they are paused. */
const agentsPaused =
  'The owner has paused all agents and tools. Every request of them is refused until the owner resumes them.';

/** What a row says that it needs: its effect with the present input, and what its handler may ask for besides. */
export type Declared = { effect: Effect; mayNeed: readonly Effect[] | undefined };

/** Whether a row says that it may need an effect. Who may take something away may change it, too. */
export function isDeclared({ effect, mayNeed = [] }: Declared, requested: Effect): boolean {
  if (requested.safety === 'mutate' && effect.safety === 'destroy') return true;
  return [effect, ...mayNeed].some((each) => isSameEffect(each, requested));
}

function isSameEffect(one: Effect, other: Effect): boolean {
  return one.safety === 'destroy'
    ? other.safety === 'destroy' && one.action === other.action
    : one.safety === other.safety;
}

/**
 * The accounts whose events a caller may see, by public id; undefined where that is all there are and will be. Throws
 * Failure `policy` where its profile does not allow reading.
 */
export function visibleAccountIds(
  caller: Caller,
  accounts: readonly Account[],
  policy: CurrentPolicy,
): ReadonlySet<string> | undefined {
  const accountsInScope = authorize({ safety: 'read' }, caller, accounts, policy);
  if (isPerson(caller)) return undefined;
  return new Set(accountsInScope.map(({ account_id }) => account_id));
}

/** The accounts that a caller's profile and token let it touch. */
function accountsOfCaller({ origin, only }: Caller, accounts: readonly Account[], profiles: Profiles): Account[] {
  const accountsOfToken = only ? accounts.filter(({ account_id }) => only.includes(account_id)) : [...accounts];
  if (origin !== 'agent' && origin !== 'mcp') return accountsOfToken;
  const profile = profiles[origin];
  return profile ? accountsFor(profile, accountsOfToken) : [];
}

/** Who holds a token that was made beside the owner's own; undefined for what is none, and for one that has expired. */
export function callerForToken(read: ReadDb, secret: string, now: Date): Caller | undefined {
  const token = tokenWithSecret(read, secret, now);
  return token && callerOfToken(token);
}

/**
 * A caller that listens to events, with what its token allows now. Throws Failure `token_removed` where that was revoked,
 * and `token_expired`.
 */
export function revalidateListener(read: ReadDb, caller: Caller, now: Date): Caller {
  const current = revalidateCaller(read, caller);
  if (caller.token_id !== undefined && !isWorking(read, caller.token_id, now))
    throw new Failure('refused', 'token_expired', 'The token of this connection has expired.');
  return current;
}

/** A caller that came with a token earlier, with what that token allows now. Throws Failure `token_removed`. */
export function revalidateCaller(read: ReadDb, caller: Caller): Caller {
  if (caller.token_id === undefined) return caller;
  const token = findToken(read, caller.token_id);
  if (!token) throw new Failure('refused', 'token_removed', 'The token of this connection was revoked.');
  return { ...callerOfToken(token), origin: caller.origin };
}

function callerOfToken({ token_id, origin, account_ids: only, limits, requests_per_minute }: Token): Caller {
  return {
    origin,
    token_id,
    ...(only && { only }),
    ...(limits && { limits }),
    ...(requests_per_minute !== null && { requests_per_minute }),
  };
}

/** Checks accepted work again before it is carried out. A token that has expired since its acceptance does not stop it. */
export function createDeferredAuthorization({
  read,
  policy,
}: {
  read: ReadDb;
  policy: () => CurrentPolicy;
}): DeferredAuthorization {
  return ({ origin, token_id }, effect, account) => {
    try {
      // Stored origins were those of callers.
      const caller = revalidateCaller(read, { origin: origin as Origin, ...(token_id && { token_id }) });
      const accounts = authorize(effect, caller, allAccounts(read), policy());
      if (accounts.some(({ id }) => id === account)) return undefined;
      return 'The caller is no longer allowed to use this account.';
    } catch (refused) {
      if (refused instanceof Failure) return refused.message;
      throw refused;
    }
  };
}
