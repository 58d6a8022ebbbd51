import type { WriteDb } from '../../store/db.ts';
import type { Account } from '../accounts/accounts.ts';
import { labelMap, labelsOf, snoozeFolder } from '../labels/labels.ts';
import { labelNameKey, fullNameOf, pendingRenames } from '../labels/paths.ts';
import type { Change } from '../mutations/change.ts';
import type { FolderEdit } from '../mutations/folders/folder-edits.ts';
import { findOrCreateFolder } from '../mutations/folders/label-targets.ts';

/** The location of an account's snoozed mail: a folder that other programs see too, or the folder of all mail. */
export function snoozeLocation(
  db: WriteDb,
  account: Account,
): { label: number; changes: Change[]; before: FolderEdit[] } {
  const { serverAllMail } = labelMap(db, account.id);
  if (serverAllMail !== undefined)
    return { label: serverAllMail, changes: [{ do: 'archive', to: serverAllMail }], before: [] };
  const renamings = pendingRenames(db, [account]);
  const existing = labelsOf(db, [account]).find(
    (each) =>
      !each.synthetic && each.selectable && labelNameKey(fullNameOf(each, renamings)) === labelNameKey(snoozeFolder),
  );
  const { label, edit } = existing ? { label: existing.id } : findOrCreateFolder(db, account, snoozeFolder);
  return { label, changes: [{ do: 'move', to: label }], before: edit ? [edit] : [] };
}
