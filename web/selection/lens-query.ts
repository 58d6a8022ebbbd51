import type { SidebarItem } from '../../daemon/contract/shell.ts';
import type { Lens } from '../queries.ts';

/** The search that finds all a list holds, however much that is; undefined for lists that no search finds. */
export function lensQuery(lens: Lens, items: readonly SidebarItem[]): string | undefined {
  switch (lens.kind) {
    case 'inbox':
      return 'in:inbox';
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

/** Labels of one use in several accounts are one list, under an id that no label has. */
function queryOfRole(role: string): string {
  if (role === 'starred') return 'is:starred';
  return role === 'archive' ? 'label:archive' : `in:${role}`;
}
