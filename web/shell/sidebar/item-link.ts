import { linkOptions } from '@tanstack/react-router';
import type { SidebarItem } from '../../../daemon/contract/shell.ts';
import { lensLink } from '../../data/lens-links.ts';
import type { SidebarLink } from '../../data/navigation/sidebar-item.tsx';
import type { Lens } from '../../data/lens.ts';

/** Where an item of the sidebar leads. */
export function linkOf(item: SidebarItem): SidebarLink | undefined {
  if (item.role === 'drafts') return linkOptions({ to: '/drafts' });
  if (item.lens.kind === 'subscription') return linkOptions({ to: '/subscriptions' });
  const lens = lensOf(item);
  return lens && lensLink(lens);
}

/** The list of an item; those without one have a section or a page of their own. */
function lensOf({ lens }: SidebarItem): Lens | undefined {
  if (lens.kind === 'inbox') return { kind: 'inbox' };
  if (lens.kind === 'all_mail') return { kind: 'all' };
  if (lens.kind === 'label' && lens.labelId) return { kind: 'label', labelId: lens.labelId };
  return undefined;
}
