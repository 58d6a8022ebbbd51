import type { FolderRole } from '../../providers/provider.ts';
import type { ReadDb } from '../../store/db.ts';
import type { Account } from '../accounts/accounts.ts';
import type { Label } from '../labels/labels.ts';
import { findLabelByName } from '../mutations/folders/label-targets.ts';

/** Labels that a decision cannot move mail to: it would be deleted, or stay where it is. */
const refusedRoles: ReadonlySet<FolderRole | null> = new Set<FolderRole>(['inbox', 'trash', 'spam', 'drafts', 'sent']);

/** The label of a decision; undefined if it has none, or the account has none that mail can be moved to. */
export function routeLabelOf(
  db: ReadDb,
  account: Pick<Account, 'id'>,
  { route_label, route_label_id = null }: { route_label: string | null; route_label_id?: string | null },
): Label | undefined {
  if (route_label === null) return undefined;
  // An id is not the name of another label.
  const byId = route_label_id === null ? undefined : findLabelByName(db, account, route_label_id);
  const label = byId ?? findLabelByName(db, account, route_label);
  return label && label.pending !== 'delete' && !refusedRoles.has(label.role) ? label : undefined;
}
