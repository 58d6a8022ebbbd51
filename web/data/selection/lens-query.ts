import type { SidebarItem } from '../../../daemon/contract/shell.ts';
import type { LabelRecord } from '../queries/labels.ts';
import type { Lens } from '../lens.ts';
import { quotedValue } from './quoted-value.ts';

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
      return lens.account === undefined ? (lens.widened ?? lens.query) : undefined;
    case 'later':
    case 'mode':
    case 'now':
      return undefined;
    case 'label': {
      const role = items.find((item) => item.lens.labelId === lens.labelId)?.role;
      return role ? queryOfRole(role) : `label:${lens.labelId}`;
    }
  }
}

/**
 * The search that starts from a list, as the user reads and changes it: a label is named, not identified. Undefined for
 * lists without one.
 */
export function lensSearch(
  lens: Lens,
  items: readonly SidebarItem[],
  labels: readonly (Owned & { name: string; full_name: string })[],
): { query: string; account: string | undefined } | undefined {
  if (lens.kind === 'inbox') return { query: 'in:inbox', account: lens.account };
  const label = lens.kind === 'label' ? labels.find(({ id }) => id === lens.labelId) : undefined;
  const hasRole = lens.kind === 'label' && items.some((item) => item.lens.labelId === lens.labelId && item.role);
  if (label && !hasRole) {
    const hasNamesake = labels.some(({ name, account_id }) => name === label.name && account_id !== label.account_id);
    return { query: `label:${quotedValue(label.name)}`, account: hasNamesake ? label.account_id : undefined };
  }
  const query = lensQuery(lens, items, labels);
  return query === undefined ? undefined : { query, account: undefined };
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
