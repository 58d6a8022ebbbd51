import { useQuery } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import type { SidebarLink } from '../../data/navigation/sidebar-item.tsx';
import { type RailEntry, railQuery } from '../../data/queries/modes.ts';
import { useServices } from '../../data/services.ts';
import type { Reply } from '../../api/client.ts';

type Rail = Pick<Reply<'modes', 'rail'>['rail'], 'entries' | 'more'>;
type KnownEntry = Pick<RailEntry, 'id' | 'count' | 'badge' | 'early_note'>;

/** The rail before the daemon has answered, without counts, so that the sidebar does not change its shape. */
const initialEntries: readonly KnownEntry[] = (
  ['now', 'messages', 'todo', 'updates', 'reading', 'archive', 'inbox'] as const
).map((id) => ({ id }));

export function useRail(): { entries: readonly KnownEntry[]; more: Rail['more'] } {
  const { api } = useServices();
  const { data } = useQuery(railQuery(api));
  return data?.rail ?? { entries: initialEntries, more: [] };
}

/** Pages with another address than the name of their link. */
const otherPaths: Record<string, string> = { all_mail: '/all' };

/** The links of the rail to pages that this version of the page has, with their addresses. */
export function useRailPages(): (Rail['more'][number] & { link: SidebarLink })[] {
  const { more } = useRail();
  const router = useRouter();
  const paths: Record<string, unknown> = router.routesByPath;
  return more.flatMap((link) => {
    const path = otherPaths[link.id] ?? `/${link.id.replaceAll('_', '-')}`;
    return path in paths ? [{ ...link, link: { to: path } as SidebarLink }] : [];
  });
}
