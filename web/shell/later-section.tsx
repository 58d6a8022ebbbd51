import { useQuery } from '@tanstack/react-query';
import { AlarmClock, BellRing, CalendarDays, type LucideIcon, Reply } from 'lucide-react';
import { upcomingQuery } from '../invites/queries.ts';
import { lensLink } from '../lens-paths.ts';
import { useParts } from '../parts.ts';
import type { LaterList } from '../queries.ts';
import { remindersQuery } from '../reminders/queries.ts';
import { replyLaterQuery } from '../reply-later/queries.ts';
import { snoozedQuery } from '../snooze/queries.ts';
import { strings } from '../strings.ts';
import { FoldedSection } from './fold.tsx';
import { SidebarPlace } from './sidebar-item.tsx';

const words = strings.later;
export const laterIcons: Record<LaterList, LucideIcon> = {
  snoozed: AlarmClock,
  'reply-later': Reply,
  reminders: BellRing,
  invites: CalendarDays,
};

/** What is kept for another time, with how much there is of it. Reminders and events show once there are any. */
export function LaterSection({ onGo }: { onGo: (() => void) | undefined }) {
  const { api } = useParts();
  const { data: snoozed } = useQuery(snoozedQuery(api));
  const { data: queue } = useQuery(replyLaterQuery(api));
  const { data: reminders } = useQuery(remindersQuery(api));
  const { data: upcoming } = useQuery(upcomingQuery(api));
  const events = upcoming?.invites.length ?? 0;
  const waiting = reminders?.reminders.filter(({ fired_at }) => fired_at === null).length ?? 0;
  const places: { list: LaterList; count: number }[] = [
    { list: 'snoozed', count: new Set(snoozed?.snoozed.map(({ thread_id }) => thread_id)).size },
    { list: 'reply-later', count: queue?.messages.length ?? 0 },
    ...(reminders && reminders.reminders.length > 0 ? [{ list: 'reminders' as const, count: waiting }] : []),
    ...(events > 0 ? [{ list: 'invites' as const, count: events }] : []),
  ];
  return (
    <FoldedSection id="later" title={words.heading}>
      <ul>
        {places.map(({ list, count }) => (
          <li key={list}>
            <SidebarPlace
              link={lensLink({ kind: 'later', list })}
              name={words.places[list]}
              icon={laterIcons[list]}
              count={count}
              countWords={words.counts[list]({ count })}
              onClick={onGo}
            />
          </li>
        ))}
      </ul>
    </FoldedSection>
  );
}
