import { useQuery } from '@tanstack/react-query';
import type { Reply } from '../api.ts';
import { Panel } from '../design/panel.tsx';
import { type LaterEntry, LaterPlace } from '../later/later-place.tsx';
import { dayWords } from '../moments.ts';
import { useNow } from '../now.ts';
import { useParts } from '../parts.ts';
import { strings } from '../strings.ts';
import { eventTimes } from './event-times.ts';
import { upcomingQuery } from './queries.ts';

const words = strings.invites;

type Invite = Reply<'invites', 'list'>['invites'][number];

/** The events to come that mail tells of, by day; what is repeated stands last. */
export function InvitesPage() {
  const { api } = useParts();
  const { data, error, refetch } = useQuery(upcomingQuery(api));
  const now = useNow();
  const entries = data?.invites.map((each) => entryOf(each, now));
  return (
    <LaterPlace
      list="invites"
      entries={entries?.toSorted((a, b) => Number(a.heading === words.series) - Number(b.heading === words.series))}
      error={error}
      retry={() => void refetch()}
      empty={<Panel scene="resting" title={words.empty} hint={words.emptyHint} />}
    />
  );
}

function entryOf({ id, thread_id, metadata, own_answer }: Invite, now: Date): LaterEntry {
  const { summary, location, organizer } = metadata;
  const times = eventTimes(metadata);
  const by = organizer && words.from({ name: organizer.name ?? organizer.email });
  return {
    key: id,
    threadId: thread_id,
    heading: headingOf(metadata, now),
    who: summary ?? words.untitled,
    subject: location ?? by ?? words.nowhere,
    snippet: [location && by, ownAnswer(metadata, own_answer?.state)].filter(Boolean).join(' · '),
    unread: false,
    hasAttachments: false,
    when: times && {
      short: times.every ?? times.time ?? times.length ?? '',
      full: [times.day, times.time, times.elsewhere, times.repeats].filter(Boolean).join(', '),
    },
    acts: null,
  };
}

function headingOf({ starts_at, starts_local, all_day, rrule }: Invite['metadata'], now: Date): string {
  const at = all_day ? new Date(`${starts_local}T00:00`) : new Date(starts_at ?? now);
  const isBegun = at < now && dayWords(at, now) !== dayWords(now, now);
  if (!isBegun) return dayWords(at, now);
  return rrule === null ? words.underWay : words.series;
}

function ownAnswer({ viewer_partstat }: Invite['metadata'], state: string | undefined): string | undefined {
  if (state === 'failed') return words.notArrived;
  return viewer_partstat === null ? undefined : words.own({ partstat: viewer_partstat });
}
