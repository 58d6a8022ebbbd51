import type { Account } from '../../mail/accounts.ts';
import type { AccountWish } from '../../mail/apply.ts';
import type { Label } from '../../mail/labels.ts';
import { roleTarget } from '../../mail/mutations/label-targets.ts';
import type { WriteDb } from '../../store/db.ts';
import { mailUnder } from './store.ts';

/**
 * What deletes a label and no mail: all that lies there is put elsewhere first, what lies nowhere else into the archive,
 * which is made where there is none. The folder goes last, and only if nothing has come into it meanwhile.
 */
export function removal(db: WriteDb, account: Account, label: Label): { wish: AccountWish; archived: number } {
  const listed = mailUnder(db, label);
  const archived = listed.filter(({ is_alone }) => is_alone).length;
  const rest = listed.length > 0 ? roleTarget(db, account, 'archive') : undefined;
  return {
    archived,
    wish: {
      account,
      targets: listed.map(({ id, message_id }) => ({ id, message_id })),
      changes: rest ? [{ do: 'label', add: [], remove: [label.id], rest: rest.label }] : [],
      ...(rest?.edit && { before: [rest.edit] }),
      after: [{ do: 'delete', label: label.id }],
    },
  };
}
