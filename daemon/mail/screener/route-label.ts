import type { FolderRole } from '../../providers/provider.ts';
import type { ReadDb } from '../../store/db.ts';
import type { Account } from '../accounts/accounts.ts';
import type { Label } from '../labels/labels.ts';
import { findLabelByName } from '../mutations/folders/label-targets.ts';

/** Labels that a decision cannot move mail to: it would be deleted, or stay where it is. */
const refusedRoles: ReadonlySet<FolderRole | null> = new Set<FolderRole>(['inbox', 'trash', 'spam', 'drafts', 'sent']);

/** The label that a decision names; undefined if the account has none that mail can be moved to. */
export function routeLabelOf(db: ReadDb, account: Pick<Account, 'id'>, name: string): Label | undefined {
  const label = findLabelByName(db, account, name);
  return label && label.pending !== 'delete' && !refusedRoles.has(label.role) ? label : undefined;
}
