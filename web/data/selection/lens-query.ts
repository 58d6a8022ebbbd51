import type { SidebarItem } from '../../../daemon/contract/shell.ts';
import type { LabelRecord } from '../queries/labels.ts';
import type { Lens } from '../lens.ts';

type Owned = Pick<LabelRecord, 'id' | 'account_id' | 'role'>;

/**
 * The search that finds all conversations of a list; undefined for lists without one. `items` are the items of the sidebar,
 * `labels` the labels of all accounts.
 */
export function lensQuery(
  lens: Lens,
  items: readonly SidebarItem[],
  labels: readonly Owned[] = [],
): string | undefined {
  switch (lens.kind) {
    case 'inbox':
      return lens.account === undefined ? 'in:inbox' : queryOfInbox(lens.account, labels);
    case 'all':
      return '-in:trash -in:spam';
    case 'search':
      return lens.account === undefined ? lens.query : undefined;
    case 'later':
      return undefined;
    case 'label': {
      const role = items.find((item) => item.lens.labelId === lens.labelId)?.role;
      return role ? queryOfRole(role) : `label:${lens.labelId}`;
    }
  }
}

/** The inbox of an account is a label that only this account has. */
function queryOfInbox(account: string, labels: readonly Owned[]): string | undefined {
  const inbox = labels.find(({ account_id, role }) => account_id === account && role === 'inbox');
  return inbox && `label:${inbox.id}`;
}

/** Labels with the same role in several accounts are one list, whose id is no label id. */
function queryOfRole(role: string): string {
  if (role === 'starred') return 'is:starred';
  return role === 'archive' ? 'label:archive' : `in:${role}`;
}
