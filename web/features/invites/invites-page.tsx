import { useQuery } from '@tanstack/react-query';
import type { Reply } from '../../api/client.ts';
import { EmptyState } from '../../design/feedback/empty-state.tsx';
import { type LaterEntry, LaterListPage } from '../../data/thread-list/page/later-list-page.tsx';
import { formatDay } from '../../i18n/upcoming-dates.ts';
import { useNow } from '../../design/use-now.ts';
import { useServices } from '../../data/services.ts';
import { strings } from '../../i18n/strings.ts';
import { eventTimes } from '../../data/event-times.ts';
import { upcomingQuery } from '../../data/queries/invites.ts';

const t = strings.invites;

type Invite = Reply<'invites', 'list'>['invites'][number];

/** The future events of invitations, by day; recurring events are last. */
export function InvitesPage() {
  const { api } = useServices();
  const { data, error, refetch } = useQuery(upcomingQuery(api));
  const now = useNow();
  const entries = data?.invites.map((each) => entryOf(each, now));
  return (
    <LaterListPage
      list="invites"
      entries={entries?.toSorted((a, b) => Number(a.heading === t.series) - Number(b.heading === t.series))}
      error={error}
      retry={() => void refetch()}
      empty={<EmptyState illustration="resting" title={t.empty} hint={t.emptyHint} />}
    />
  );
}

function entryOf({ id, thread_id, metadata, own_answer, series }: Invite, now: Date): LaterEntry {
  const { organizer } = metadata;
  // A series is listed with its next event.
  const event = series?.next && metadata.recurrence_id === null ? { ...metadata, ...series.next } : metadata;
  const { summary, location } = event;
  const times = eventTimes(event);
  const by = organizer && t.from({ name: organizer.name ?? organizer.email });
  return {
    key: id,
    threadId: thread_id,
    heading: headingOf(event, now),
    correspondent: summary ?? t.untitled,
    subject: location ?? by ?? t.nowhere,
    snippet: [location && by, ownAnswer(event.viewer_partstat, (series?.next?.own_answer ?? own_answer)?.state)]
      .filter(Boolean)
      .join(' · '),
    unread: false,
    hasAttachments: false,
    when: times && {
      short: [times.time ?? times.length, times.every].filter(Boolean).join(' · '),
      full: [times.day, times.time, times.inOwnZone, times.repeats].filter(Boolean).join(', '),
    },
    actions: null,
  };
}

function headingOf({ starts_at, starts_local, all_day, repeats }: Invite['metadata'], now: Date): string {
  const at = all_day ? new Date(`${starts_local}T00:00`) : new Date(starts_at ?? now);
  const hasStarted = at < now && formatDay(at, now) !== formatDay(now, now);
  if (!hasStarted) return formatDay(at, now);
  return repeats === null ? t.underWay : t.series;
}

function ownAnswer(
  viewer_partstat: Invite['metadata']['viewer_partstat'],
  state: string | undefined,
): string | undefined {
  if (state === 'failed') return t.notArrived;
  return viewer_partstat === null ? undefined : t.own({ partstat: viewer_partstat });
}
