import { Failure } from '../../base/failure.ts';
import type { Account } from '../../mail/accounts/accounts.ts';
import { isAccountLabel, labelsOf, type Label } from '../../mail/labels/labels.ts';
import { findLabelByName } from '../../mail/mutations/folders/label-targets.ts';
import type { ReadDb } from '../../store/db.ts';

/**
 * The account that a request names, else the default account; throws Failure `account_required` if the caller may not use
 * it.
 */
export function accountFor(accounts: readonly Account[], account_id: string | undefined): Account {
  const account =
    account_id === undefined
      ? (accounts.find(({ is_default }) => is_default) ?? (accounts.length === 1 ? accounts[0] : undefined))
      : accounts.find((each) => each.account_id === account_id.toLowerCase());
  if (account) return account;
  throw new Failure('invalid', 'account_required', 'Say with account_id in which account.');
}

/**
 * The label that a request names, by its id in any account, else by name in the named or default account. Throws Failure
 * `account_required`, `label_not_found` and `system_label`.
 */
export function labelToEdit(
  db: ReadDb,
  accounts: readonly Account[],
  { name, account_id }: { name: string; account_id?: string | undefined },
): { account: Account; label: Label } {
  const byId = account_id === undefined ? labelsOf(db, accounts).find((each) => each.label_id === name) : undefined;
  const account = accounts.find(({ id }) => id === byId?.account) ?? accountFor(accounts, account_id);
  const label = byId ?? findLabelByName(db, account, name);
  if (!label) throw new Failure('missing', 'label_not_found', `${account.name} has no label named ${name}.`);
  if (!isAccountLabel(label)) return { account, label };
  const sentence = `${label.name} belongs to the account, so it can’t be renamed or deleted.`;
  throw new Failure('conflict', 'system_label', sentence);
}
