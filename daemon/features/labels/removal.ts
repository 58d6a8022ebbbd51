import type { Account } from '../../mail/accounts/accounts.ts';
import type { AccountMutation } from '../../mail/mutations/apply.ts';
import type { Label } from '../../mail/labels/labels.ts';
import { labelTargetForRole } from '../../mail/mutations/folders/label-targets.ts';
import type { WriteDb } from '../../store/db.ts';
import { messagesWithLabel } from './store.ts';

/**
 * The operations that delete a label but no mail: all its messages are moved first, those without another label into the
 * archive, which is created if there is none. The folder is deleted last, and only if no message arrived in the meantime.
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
