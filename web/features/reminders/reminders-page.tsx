import { useQuery } from '@tanstack/react-query';
import { AlarmClock, BellOff } from 'lucide-react';
import type { Reply } from '../../api/client.ts';
import { Button } from '../../design/controls/button.tsx';
import { EmptyState } from '../../design/feedback/empty-state.tsx';
import { type LaterEntry, LaterListPage } from '../../data/thread-list/page/later-list-page.tsx';
import { formatDay, formatMomentShort, formatMoment } from '../../i18n/upcoming-dates.ts';
import { useNow } from '../../design/use-now.ts';
import { useServices } from '../../data/services.ts';
import { type MailDates, useMailDates } from '../../data/settings/mail-dates.tsx';
import { strings } from '../../i18n/strings.ts';
import { remindersQuery } from '../../data/queries/reminders.ts';
import { ReminderMenu } from '../../data/reminders/reminder-menu.tsx';
import { useReminderActions } from '../../data/reminders/use-reminder-actions.ts';

const t = strings.reminders;

type Reminder = Reply<'reminders', 'list'>['reminders'][number];

/** Sent mail with a reminder in case nobody answers, earliest first, and the reminders of the last week. */
export function RemindersPage() {
  const { api } = useServices();
  const { data, error, refetch } = useQuery(remindersQuery(api));
  const now = useNow();
  const dates = useMailDates();
  return (
    <LaterListPage
      list="reminders"
      entries={data?.reminders.map((each) => entryOf(each, now, dates))}
      error={error}
      retry={() => void refetch()}
      empty={<EmptyState illustration="resting" title={t.empty} hint={t.emptyHint} />}
    />
  );
}

function entryOf(reminder: Reminder, now: Date, dates: MailDates): LaterEntry {
  const at = new Date(reminder.remind_at);
  const isFired = reminder.fired_at !== null;
  const moment = dates.full(at, formatMoment(at, now));
  const to = reminder.to.map(({ name, email }) => name ?? email);
  return {
    key: reminder.sent_message_id,
    threadId: reminder.thread_id,
    heading: isFired ? t.fired : formatDay(at, now),
    correspondent: to.length > 0 ? t.to({ names: to }) : t.toNobody,
    subject: reminder.subject,
    snippet: reminder.snippet,
    unread: false,
    hasAttachments: false,
    when: {
      short: dates.short(at, formatMomentShort(at, now)),
      full: isFired ? t.firedOn({ moment }) : t.dueOn({ moment }),
    },
    actions: <ReminderActions reminder={reminder} />,
  };
}

function ReminderActions({ reminder: { sent_message_id, subject, remind_at, fired_at } }: { reminder: Reminder }) {
  const { cancel } = useReminderActions();
  const named = subject || strings.list.noSubject;
  return (
    <>
      {fired_at === null && (
        <Button
          look="quiet"
          aria-label={t.cancelNamed({ subject: named })}
          onClick={() => void cancel(sent_message_id, remind_at)}
        >
          <BellOff />
          {t.cancel}
        </Button>
      )}
      <ReminderMenu
        messageId={sent_message_id}
        trigger={
          <Button look="quiet" aria-label={strings.later.changeNamed({ subject: named })}>
            <AlarmClock />
            {strings.later.change}
          </Button>
        }
      />
    </>
  );
}
