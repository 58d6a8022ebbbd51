import { requestNamed, type RequestName } from '../../contract.ts';
import { isAboutMail, type Effect, type Request } from '../../contract/define.ts';
import type { Reply } from './ask.ts';

type Permissions = Reply<'client.permissions'>;

/** Fields on which the effect of a request may depend, with the values that make it strongest. */
const decidingFields = [{}, { muted: true }, { archive: true }, { disposition: 'deny', apply_to_existing: true }];

/** What a request may do when it is not a dry run. */
export function effectsOf(name: RequestName): readonly Effect[] {
  const row = requestNamed(name);
  if (!row) throw new Error(`there is no request ${name}`);
  return effectsOfRow(row);
}

export function effectsOfRow({ effect }: Request): readonly Effect[] {
  if (typeof effect !== 'function') return [effect];
  const found = decidingFields.map((fields) => effect({ ...fields, dry_run: false }));
  return [...new Map(found.map((each) => [JSON.stringify(each), each])).values()];
}

/** The strongest of some effects, weakest first as in `Safety`. */
const order = ['read', 'fetch', 'egress', 'draft', 'mutate', 'send', 'operate', 'destroy'] as const;

export function strongestOf(effects: readonly Effect[]): Effect['safety'] {
  return order.findLast((safety) => effects.some((effect) => effect.safety === safety)) ?? 'read';
}

/** Whether a caller may send a request at all; its accounts are checked with each request. */
export function maySend(permissions: Permissions, name: RequestName): boolean {
  const row = requestNamed(name);
  if (!row || row.notForAgents === true || (row.people === true && !permissions.is_person)) return false;
  const { mail, other, named, requests, destructive_actions } = permissions;
  const allowed = [...(isAboutMail(row) ? mail : other), ...(requests.includes(name) ? named : [])];
  return effectsOfRow(row).some(
    (effect) =>
      allowed.includes(effect.safety) && (effect.safety !== 'destroy' || destructive_actions.includes(effect.action)),
  );
}
