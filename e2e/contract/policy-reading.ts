import type { CurrentPolicy } from '../../daemon/authorization.ts';
import type { Caller } from '../../daemon/handler-types.ts';
import type { Policy } from '../../daemon/safety/policy.ts';
import {
  allowDestructiveCategories,
  allowedByPolicy,
  allowedByTokenScope,
  allowSendCategories,
  type ExpectedRow,
} from './policy-expectations.ts';

/** What a request comes to, apart from the accounts it names: its handler, or a refusal with this code. */
type Outcome = 'handled' | 'policy' | 'people_only';

/** A caller, and what the owner has set. With `isInvalid` the profiles have a mistake. */
export type Situation = { general: Policy; caller: Caller; profiles: CurrentPolicy['profiles']; isInvalid: boolean };

/** The reading of the specification. */
export function expectedOutcome(row: ExpectedRow, { general, caller, profiles, isInvalid }: Situation): Outcome {
  const [kind = '', action = ''] = row.category.split(':');
  const allows = (list: readonly string[]) => list.includes(kind);
  if (!allows(allowedByPolicy[general])) return 'policy';
  const { origin, limits } = caller;
  if (origin === 'agent' || origin === 'mcp') {
    const profile = profiles[origin];
    if (!profile || isInvalid || !allows(allowedByPolicy[profile.safety_policy])) return 'policy';
    if (allowSendCategories.includes(kind) && !profile.allow_send) return 'policy';
    if (allowDestructiveCategories.includes(kind) && !profile.allow_destructive) return 'policy';
    const listed: readonly string[] = profile.allowed_destructive_actions;
    if (kind === 'take' && listed.length > 0 && !listed.includes(action)) return 'policy';
  }
  if (limits && !isAllowedByToken(row, kind, limits)) return 'policy';
  const isPerson = origin !== 'agent' && origin !== 'mcp' && caller.token_id === undefined;
  return row.who === 'people' && !isPerson ? 'people_only' : 'handled';
}

function isAllowedByToken(
  row: ExpectedRow,
  kind: string,
  { scopes, requests }: NonNullable<Caller['limits']>,
): boolean {
  // Every token may ask what it may do (docs/decisions/0056-tool-server.md).
  if (requests.includes(row.name) || row.name === 'client.permissions') return true;
  const categories = scopes.flatMap((scope): readonly string[] => allowedByTokenScope[scope]);
  const isOfMail = row.accounts !== 'none' && row.category !== 'take:remove_account';
  return categories.includes(kind) || (categories.includes(`${kind} of mail`) && isOfMail);
}
