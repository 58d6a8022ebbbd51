import { useQuery } from '@tanstack/react-query';
import { AlarmClock, BellRing } from 'lucide-react';
import type { Reply } from '../../api/client.ts';
import { Button } from '../../design/controls/button.tsx';
import { EmptyState } from '../../design/feedback/empty-state.tsx';
import { type LaterEntry, LaterListPage } from '../../data/thread-list/page/later-list-page.tsx';
import { formatDay, formatMomentShort, formatMoment } from '../../i18n/upcoming-dates.ts';
import { useNow } from '../../design/use-now.ts';
import { useServices } from '../../data/services.ts';
import { type MailDates, useMailDates } from '../../data/settings/mail-dates.tsx';
import { strings } from '../../i18n/strings.ts';
import { snoozedQuery } from '../../data/queries/snooze.ts';
import { SnoozeMenu } from '../../data/snooze/snooze-menu.tsx';
import { useSnoozeActions } from './use-snooze-actions.ts';

const t = strings.later;

type Snoozed = Reply<'snooze', 'list'>['snoozed'][number];

/** The snoozed mail, by the day of its return. */
export function SnoozedPage() {
  const { api } = useServices();
  const { data, error, refetch } = useQuery(snoozedQuery(api));
  const now = useNow();
  const dates = useMailDates();
  return (
    <LaterListPage
      list="snoozed"
      entries={data && byThread(data.snoozed).map((each) => entryOf(each, now, dates))}
      error={error}
      retry={() => void refetch()}
      empty={<EmptyState illustration="resting" title={t.snoozedEmpty} hint={t.snoozedEmptyHint} />}
    />
  );
}

/** The snoozed messages of a conversation; the next one to wake represents it. */
type SnoozedThread = [Snoozed, ...Snoozed[]];

function byThread(snoozed: readonly Snoozed[]): SnoozedThread[] {
  const threads = Map.groupBy(snoozed, ({ thread_id }) => thread_id);
  return [...threads.values()].flatMap(([first, ...others]) => (first ? [[first, ...others]] : []));
}

function entryOf(thread: SnoozedThread, now: Date, dates: MailDates): LaterEntry {
  const [snoozed] = thread;
  const at = new Date(snoozed.wake_at);
  const isDue = at <= now;
  return {
    key: snoozed.message_id,
    threadId: snoozed.thread_id,
    heading: isDue ? t.overdue : formatDay(at, now),
    correspondent: snoozed.sender,
    subject: snoozed.subject,
    snippet: snoozed.snippet,
    unread: thread.some(({ unread }) => unread),
    hasAttachments: thread.some(({ has_attachments }) => has_attachments),
    when: {
      short: dates.short(at, formatMomentShort(at, now)),
      full: t.wakes({ moment: dates.full(at, formatMoment(at, now)) }),
    },
    actions: <SnoozeActions thread={thread} />,
  };
}

function SnoozeActions({ thread }: { thread: SnoozedThread }) {
  const [{ subject }] = thread;
  const ids = thread.map(({ message_id }) => message_id);
  const { wake, change } = useSnoozeActions(ids);
  const named = subject || strings.list.noSubject;
  return (
    <>
      <Button look="quiet" aria-label={t.wakeNamed({ subject: named })} onClick={() => void wake()}>
        <BellRing />
        {t.wake}
      </Button>
      <SnoozeMenu
        trigger={
          <Button look="quiet" aria-label={t.changeNamed({ subject: named })}>
            <AlarmClock />
            {t.change}
          </Button>
        }
        onChoose={(until, untilText) => void change(until, untilText)}
      />
    </>
  );
}
