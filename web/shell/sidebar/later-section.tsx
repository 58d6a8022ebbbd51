import { useQuery } from '@tanstack/react-query';
import { AlarmClock, BellRing, CalendarDays, type LucideIcon, Reply } from 'lucide-react';
import { upcomingQuery } from '../../data/queries/invites.ts';
import { lensLink } from '../../data/lens-links.ts';
import { useServices } from '../../data/services.ts';
import { remindersQuery } from '../../data/queries/reminders.ts';
import { replyLaterQuery } from '../../data/queries/reply-later.ts';
import { snoozedQuery } from '../../data/queries/snooze.ts';
import { strings } from '../../i18n/strings.ts';
import { CollapsibleSection } from '../../data/navigation/collapsible-section.tsx';
import { SidebarEntry } from '../../data/navigation/sidebar-item.tsx';
import type { LaterList } from '../../data/lens.ts';

const t = strings.later;
export const laterIcons: Record<LaterList, LucideIcon> = {
  snoozed: AlarmClock,
  'reply-later': Reply,
  reminders: BellRing,
  invites: CalendarDays,
};

/** Mail kept for later, with counts. Reminders and events are shown if there are any. */
export function LaterSection({ onGo }: { onGo: (() => void) | undefined }) {
  const { api } = useServices();
  const { data: snoozed } = useQuery(snoozedQuery(api));
  const { data: queue } = useQuery(replyLaterQuery(api));
  const { data: reminders } = useQuery(remindersQuery(api));
  const { data: upcoming } = useQuery(upcomingQuery(api));
  const events = upcoming?.invites.length ?? 0;
  const waiting = reminders?.reminders.filter(({ fired_at }) => fired_at === null).length ?? 0;
  const lists: { list: LaterList; count: number }[] = [
    { list: 'snoozed', count: new Set(snoozed?.snoozed.map(({ thread_id }) => thread_id)).size },
    { list: 'reply-later', count: queue?.messages.length ?? 0 },
    ...(reminders && reminders.reminders.length > 0 ? [{ list: 'reminders' as const, count: waiting }] : []),
    ...(events > 0 ? [{ list: 'invites' as const, count: events }] : []),
  ];
  return (
    <CollapsibleSection id="later" title={t.heading}>
      <ul>
        {lists.map(({ list, count }) => (
          <li key={list}>
            <SidebarEntry
              link={lensLink({ kind: 'later', list })}
              name={t.places[list]}
              icon={laterIcons[list]}
              count={count}
              countLabel={t.counts[list]({ count })}
              onClick={onGo}
            />
          </li>
        ))}
      </ul>
    </CollapsibleSection>
  );
}
