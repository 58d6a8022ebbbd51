import { linkOptions } from '@tanstack/react-router';
import type { SidebarItem } from '../../../daemon/contract/shell.ts';
import { lensLink } from '../../data/lens-links.ts';
import type { SidebarLink } from '../../data/navigation/sidebar-item.tsx';
import type { Lens } from '../../data/lens.ts';

/** The target of a sidebar item. */
export function linkOf(item: SidebarItem): SidebarLink | undefined {
  if (item.role === 'drafts') return linkOptions({ to: '/drafts' });
  if (item.lens.kind === 'subscription') return linkOptions({ to: '/subscriptions' });
  const lens = lensOf(item);
  return lens && lensLink(lens);
}

/** The list of an item; an item without one has a section or a page of its own. */
function lensOf({ lens }: SidebarItem): Lens | undefined {
  if (lens.kind === 'inbox') return { kind: 'inbox' };
  if (lens.kind === 'all_mail') return { kind: 'all' };
  if (lens.kind === 'label' && lens.labelId) return { kind: 'label', labelId: lens.labelId };
  return undefined;
}
