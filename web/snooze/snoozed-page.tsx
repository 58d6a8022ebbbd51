import { useQuery } from '@tanstack/react-query';
import { AlarmClock, BellRing } from 'lucide-react';
import type { Reply } from '../api.ts';
import { Button } from '../design/button.tsx';
import { Panel } from '../design/panel.tsx';
import { type LaterEntry, LaterPlace } from '../later/later-place.tsx';
import { dayWords, momentShort, momentWords } from '../moments.ts';
import { useNow } from '../now.ts';
import { useParts } from '../parts.ts';
import { type MailDates, useMailDates } from '../settings/mail-dates.tsx';
import { strings } from '../strings.ts';
import { snoozedQuery } from './queries.ts';
import { SnoozeMenu } from './snooze-menu.tsx';
import { useSnoozed } from './snoozed-acts.ts';

const words = strings.later;

type Snoozed = Reply<'snooze', 'list'>['snoozed'][number];

/** What is away, by the day it comes back. */
export function SnoozedPage() {
  const { api } = useParts();
  const { data, error, refetch } = useQuery(snoozedQuery(api));
  const now = useNow();
  const dates = useMailDates();
  return (
    <LaterPlace
      list="snoozed"
      entries={data && byThread(data.snoozed).map((each) => entryOf(each, now, dates))}
      error={error}
      retry={() => void refetch()}
      empty={<Panel scene="resting" title={words.snoozedEmpty} hint={words.snoozedEmptyHint} />}
    />
  );
}

/** What is away of one conversation; what wakes next of it stands for it. */
type Away = [Snoozed, ...Snoozed[]];

function byThread(snoozed: readonly Snoozed[]): Away[] {
  const threads = Map.groupBy(snoozed, ({ thread_id }) => thread_id);
  return [...threads.values()].flatMap(([first, ...others]) => (first ? [[first, ...others]] : []));
}

function entryOf(away: Away, now: Date, dates: MailDates): LaterEntry {
  const [snoozed] = away;
  const at = new Date(snoozed.wake_at);
  const isDue = at <= now;
  return {
    key: snoozed.message_id,
    threadId: snoozed.thread_id,
    heading: isDue ? words.overdue : dayWords(at, now),
    who: snoozed.sender,
    subject: snoozed.subject,
    snippet: snoozed.snippet,
    unread: away.some(({ unread }) => unread),
    hasAttachments: away.some(({ has_attachments }) => has_attachments),
    when: {
      short: dates.short(at, momentShort(at, now)),
      full: words.wakes({ moment: dates.full(at, momentWords(at, now)) }),
    },
    acts: <SnoozedActs away={away} />,
  };
}

function SnoozedActs({ away }: { away: Away }) {
  const [{ subject }] = away;
  const ids = away.map(({ message_id }) => message_id);
  const { wake, change } = useSnoozed(ids);
  const named = subject || strings.list.noSubject;
  return (
    <>
      <Button look="quiet" aria-label={words.wakeNamed({ subject: named })} onClick={() => void wake()}>
        <BellRing />
        {words.wake}
      </Button>
      <SnoozeMenu
        trigger={
          <Button look="quiet" aria-label={words.changeNamed({ subject: named })}>
            <AlarmClock />
            {words.change}
          </Button>
        }
        onChoose={(until, said) => void change(until, said)}
      />
    </>
  );
}
