import type { z } from 'zod';
import type { Account } from '../../mail/accounts/accounts.ts';
import { isAccountLabel, type Label } from '../../mail/labels/labels.ts';
import { fullNameOf, type PendingRenames } from '../../mail/labels/paths.ts';
import type { label as labelSchema } from './contract.ts';

/** A label as clients see it (wire-contract, section 14.2). */
export function labelRecord(
  label: Label,
  { account_id }: Pick<Account, 'account_id'>,
  renamings: PendingRenames,
): z.output<typeof labelSchema> {
  const { label_id, name, provider_id, role, color, total_count, unread_count, pending } = label;
  return {
    id: label_id,
    account_id,
    name,
    full_name: fullNameOf(label, renamings),
    provider_id,
    kind: isAccountLabel(label) ? 'System' : label.kind === 'user' ? 'User' : 'Folder',
    role,
    color,
    total_count,
    unread_count,
    thread_count: label.thread_count,
    unread_thread_count: label.unread_thread_count,
    pending,
  };
}
