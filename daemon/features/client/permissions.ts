import { destructiveActions, type Effect, type Safety } from '../../contract/define.ts';
import type { Caller } from '../../handler-types.ts';
import {
  hasProfile,
  isPerson,
  refusedByPolicy,
  refusedByProfile,
  refusedByToken,
  type Policy,
  type Profile,
} from '../../safety/policy.ts';
import type { Permissions } from './contract.ts';

export type PolicyInForce = { general: Policy; profiles: { agent?: Profile; mcp?: Profile } };

const plainEffects = ['read', 'fetch', 'egress', 'draft', 'send', 'mutate', 'operate'] as const satisfies Safety[];

/** What a caller may do, decided by the same functions that decide on its requests. */
export function permissionsOf({ origin, token_id, limits }: Caller, { general, profiles }: PolicyInForce): Permissions {
  const profile = hasProfile(origin) ? origin : undefined;
  const isAllowed = (effect: Effect) =>
    refusedByPolicy(general, effect) === undefined &&
    (profile === undefined || refusedByProfile(profile, profiles[profile], effect) === undefined);
  const isAllowedByToken = (effect: Effect, isAboutMail: boolean) =>
    limits === undefined ||
    refusedByToken({ ...limits, requests: [] }, effect, { name: '', isAboutMail }) === undefined;

  const effects: Effect[] = plainEffects.filter((safety) => isAllowed({ safety })).map((safety) => ({ safety }));
  const actions = destructiveActions.filter((action) => isAllowed({ safety: 'destroy', action }));
  const all = [...effects, ...actions.slice(0, 1).map((action): Effect => ({ safety: 'destroy', action }))];
  const names = (allowed: readonly Effect[]) => allowed.map(({ safety }) => safety);
  return {
    origin,
    is_person: isPerson({ origin, token_id }),
    mail: names(all.filter((effect) => isAllowedByToken(effect, true))),
    other: names(all.filter((effect) => isAllowedByToken(effect, false))),
    named: names(all),
    requests: [...(limits?.requests ?? [])],
    destructive_actions: actions,
  };
}
