import type { ReadDb } from '../../store/db.ts';
import type { Account } from '../accounts/accounts.ts';
import { labelsOf, type Label } from '../labels/labels.ts';
import type { Filter } from './filters.ts';

/** The labels of some accounts, as queries refer to them. */
export type QueryLabels = { matching(filter: Filter & { kind: 'label' | 'inbox' }): Label[] };

/** Reads the labels on first use; most queries never need them. */
export function createQueryLabels(db: ReadDb, accounts: readonly Pick<Account, 'id'>[]): QueryLabels {
  let known: Label[] | undefined;
  return {
    matching(filter) {
      known ??= labelsOf(db, accounts);
      if (filter.kind === 'inbox') return known.filter(({ role }) => role === 'inbox');
      const name = folded(filter.name);
      return known.filter((label) => namesOf(label).some((each) => folded(each) === name));
    },
  };
}

/** Includes the ids that the label of a role has in every account (wire-contract, section 15). */
function namesOf({ label_id, provider_id, name, role }: Label): string[] {
  const byUse = role === null ? [] : role === 'drafts' ? ['drafts', 'draft'] : [role];
  return [label_id, provider_id, name, ...byUse];
}

/** Case is ignored, and hyphens and underscores are equivalent. */
function folded(name: string): string {
  return name.normalize('NFC').toLowerCase().replaceAll('_', '-');
}
