import { useQuery } from '@tanstack/react-query';
import { AlarmClock, BellOff } from 'lucide-react';
import type { Reply } from '../api.ts';
import { Button } from '../design/button.tsx';
import { Panel } from '../design/panel.tsx';
import { type LaterEntry, LaterPlace } from '../later/later-place.tsx';
import { dayWords, momentShort, momentWords } from '../moments.ts';
import { useNow } from '../now.ts';
import { useParts } from '../parts.ts';
import { type MailDates, useMailDates } from '../settings/mail-dates.tsx';
import { strings } from '../strings.ts';
import { remindersQuery } from './queries.ts';
import { RemindMenu } from './remind-menu.tsx';
import { useReminding } from './reminding.ts';

const words = strings.reminders;

type Reminder = Reply<'reminders', 'list'>['reminders'][number];

/** Sent mail one hears of again if nobody answers it, soonest first, and what was told of in the last week. */
export function RemindersPage() {
  const { api } = useParts();
  const { data, error, refetch } = useQuery(remindersQuery(api));
  const now = useNow();
  const dates = useMailDates();
  return (
    <LaterPlace
      list="reminders"
      entries={data?.reminders.map((each) => entryOf(each, now, dates))}
      error={error}
      retry={() => void refetch()}
      empty={<Panel scene="resting" title={words.empty} hint={words.emptyHint} />}
    />
  );
}

function entryOf(reminder: Reminder, now: Date, dates: MailDates): LaterEntry {
  const at = new Date(reminder.remind_at);
  const isFired = reminder.fired_at !== null;
  const moment = dates.full(at, momentWords(at, now));
  const to = reminder.to.map(({ name, email }) => name ?? email);
  return {
    key: reminder.sent_message_id,
    threadId: reminder.thread_id,
    heading: isFired ? words.fired : dayWords(at, now),
    who: to.length > 0 ? words.to({ names: to }) : words.toNobody,
    subject: reminder.subject,
    snippet: reminder.snippet,
    unread: false,
    hasAttachments: false,
    when: {
      short: dates.short(at, momentShort(at, now)),
      full: isFired ? words.firedOn({ moment }) : words.dueOn({ moment }),
    },
    acts: <ReminderActs reminder={reminder} />,
  };
}

function ReminderActs({ reminder: { sent_message_id, subject, remind_at, fired_at } }: { reminder: Reminder }) {
  const { cancel } = useReminding();
  const named = subject || strings.list.noSubject;
  return (
    <>
      {fired_at === null && (
        <Button
          look="quiet"
          aria-label={words.cancelNamed({ subject: named })}
          onClick={() => void cancel(sent_message_id, remind_at)}
        >
          <BellOff />
          {words.cancel}
        </Button>
      )}
      <RemindMenu
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
