import { destructiveActions } from '../../daemon/contract/define.ts';
import type { Caller } from '../../daemon/handler-types.ts';
import { policies, tokenScopes, type Profile } from '../../daemon/safety/policy.ts';
import type { Situation } from './policy-reading.ts';

/** A profile; what is not given is as it is by default. */
export const profileOf = (fields: Partial<Profile>): Profile => ({
  safety_policy: 'read-only',
  allowed_accounts: ['ada', 'bob'],
  allow_send: false,
  allow_destructive: false,
  allowed_destructive_actions: [],
  approve: false,
  ...fields,
});

export const freeProfile = profileOf({ safety_policy: 'full', allow_send: true, allow_destructive: true });

type Limits = NonNullable<Caller['limits']>;

/** Tokens of each scope, of several, and of named requests. */
export const tokenLimits: readonly Limits[] = [
  ...tokenScopes.map((scope): Limits => ({ scopes: [scope], requests: [] })),
  { scopes: ['read'], requests: ['mutations.archive', 'tokens.list'] },
  { scopes: [], requests: ['mailbox.list'] },
  { scopes: ['send', 'act'], requests: [] },
];

/** The requests that tokens of `tokenLimits` name, and the one that every token may send. */
export const namedRequests = [...tokenLimits.flatMap(({ requests }) => requests), 'client.permissions'];

const actionLists: Profile['allowed_destructive_actions'][] = [
  [],
  ['archive'],
  ['trash', 'move'],
  ['spam', 'delete_label', 'remove_account', 'unsubscribe'],
  destructiveActions,
];
const switches = [true, false];

/** Every profile of the given accounts: each policy, each switch, and lists of actions. */
export function profilesFor(allowed_accounts: readonly string[]): Profile[] {
  return policies.flatMap((safety_policy) =>
    switches.flatMap((allow_send) =>
      switches.flatMap((allow_destructive) =>
        actionLists.flatMap((allowed_destructive_actions) =>
          switches.map((approve) => ({
            safety_policy,
            allowed_accounts,
            allow_send,
            allow_destructive,
            allowed_destructive_actions,
            approve,
          })),
        ),
      ),
    ),
  );
}

const people = (['human', 'web', 'cli', 'script', 'daemon'] as const).map((origin): Caller => ({ origin }));

/** The callers that no profile limits. */
export const callersWithoutProfile: readonly Caller[] = [
  ...people,
  ...tokenLimits.map((limits): Caller => ({ origin: 'script', token_id: 't', limits })),
];

/** What else may hold for a caller: nothing, a token with limits, or a token for some accounts. */
function tokensFor(origin: Caller['origin'], accountIds: readonly string[]): Caller[] {
  return [
    { origin },
    ...tokenLimits.map((limits): Caller => ({ origin, token_id: 't', limits })),
    ...accountIds.map((id): Caller => ({ origin, token_id: 't', only: [id] })),
  ];
}

/**
 * Every general policy × paused or not × origin × token × profile (missing, that of the other origin alone, with a mistake, or
 * one of `profilesFor`) × the accounts of both.
 */
export function* everySituation(accountIds: readonly string[]): Generator<Situation> {
  const scopes = [['ada'], ['ada', 'bob'], []];
  const own = scopes.flatMap(profilesFor);
  for (const general of policies) {
    for (const isPaused of switches) {
      for (const caller of [...people, ...tokensFor('script', accountIds)])
        yield { general, caller, profiles: {}, isPaused };
      for (const origin of ['agent', 'mcp'] as const) {
        const other = origin === 'agent' ? 'mcp' : 'agent';
        for (const caller of tokensFor(origin, accountIds)) {
          yield { general, caller, profiles: {}, isPaused };
          yield { general, caller, profiles: { [other]: freeProfile }, isPaused };
          yield { general, caller, profiles: { [origin]: freeProfile }, isPaused, isInvalid: true };
          for (const profile of own) yield { general, caller, profiles: { [origin]: profile }, isPaused };
        }
      }
    }
  }
}
