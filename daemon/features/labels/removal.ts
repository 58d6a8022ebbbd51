import type { Account } from '../../mail/accounts/accounts.ts';
import type { AccountMutation } from '../../mail/mutations/apply.ts';
import type { Label } from '../../mail/labels/labels.ts';
import { labelTargetForRole } from '../../mail/mutations/folders/label-targets.ts';
import type { WriteDb } from '../../store/db.ts';
import { messagesWithLabel } from './store.ts';

/**
 * What deletes a label and no mail: all that lies there is put elsewhere first, what lies nowhere else into the archive,
 * which is made where there is none. The folder goes last, and only if nothing has come into it meanwhile.
 */
export function planRemoval(
  db: WriteDb,
  account: Account,
  label: Label,
): { mutation: AccountMutation; archived: number } {
  const listed = messagesWithLabel(db, label);
  const archived = listed.filter(({ is_alone }) => is_alone).length;
  const archive = listed.length > 0 ? labelTargetForRole(db, account, 'archive') : undefined;
  return {
    archived,
    mutation: {
      account,
      targets: listed.map(({ id, message_id }) => ({ id, message_id })),
      changes: archive ? [{ do: 'label', add: [], remove: [label.id], rest: archive.label }] : [],
      ...(archive?.edit && { before: [archive.edit] }),
      after: [{ do: 'delete', label: label.id }],
    },
  };
}
