import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useEffect } from 'react';
import type { Event } from '../../daemon/contract/events.ts';
import { currentTime } from '../api/clock.ts';
import { useServices } from '../data/services.ts';
import { remindersQuery } from '../data/queries/reminders.ts';
import { snoozedQuery } from '../data/queries/snooze.ts';
import { strings } from '../i18n/strings.ts';

/** In milliseconds. Snoozes that ended while the machine slept are announced together. */
const batchDelayMs = 400;
/** In milliseconds. Messages of a conversation that wake within this time wake together. */
const sameWakeWindowMs = 60_000;

type Unsnoozed = Extract<Event, { event: 'MessageUnsnoozed' }>;
type ReturnedThread = { subject: string; threadId: string };

/** Announces woken conversations and due reminders in toasts. */
export function LaterAnnouncements() {
  const { api, live, toasts } = useServices();
  const client = useQueryClient();
  // An announcement names the mail as it was before its event.
  useQuery(snoozedQuery(api));
  useQuery(remindersQuery(api));
  const navigate = useNavigate();
  useEffect(() => {
    let returned: ReturnedThread[] = [];
    // When a conversation last woke: its messages wake one after the other.
    const returnedAt = new Map<string, number>();
    let batchTimer: ReturnType<typeof setTimeout> | undefined;

    const open = (threadId: string) => ({
      label: strings.later.open,
      run: () => void navigate({ to: '/inbox/m/$threadId', params: { threadId } }),
    });

    function announceReturned(): void {
      batchTimer = undefined;
      const [first, ...others] = returned;
      returned = [];
      if (!first) return;
      const text =
        others.length > 0
          ? strings.later.severalBack({ count: others.length + 1 })
          : strings.later.back({ subject: subjectOrDefault(first.subject) });
      toasts.show({ tone: 'plain', text, ...(others.length === 0 && { button: open(first.threadId) }) });
    }

    function handleUnsnoozed({ message_id, is_due }: Unsnoozed): void {
      // The user who ends a snooze early needs no announcement.
      if (!is_due) return;
      const known = client.getQueryData(snoozedQuery(api).queryKey)?.snoozed;
      const snoozed = known?.find((each) => each.message_id === message_id);
      if (!snoozed) return;
      const { thread_id: threadId, subject } = snoozed;
      const lastReturnedAt = returnedAt.get(threadId) ?? -Infinity;
      returnedAt.set(threadId, currentTime());
      if (currentTime() - lastReturnedAt < sameWakeWindowMs) return;
      returned.push({ subject, threadId });
      batchTimer ??= setTimeout(announceReturned, batchDelayMs);
    }

    function handleReminder(messageId: string): void {
      const known = client.getQueryData(remindersQuery(api).queryKey)?.reminders;
      const reminder = known?.find((each) => each.sent_message_id === messageId);
      if (!reminder) return;
      const text = strings.reminders.unanswered({ subject: subjectOrDefault(reminder.subject) });
      toasts.show({ tone: 'plain', text, button: open(reminder.thread_id) });
    }

    const stop = live.listen((event) => {
      if (event.event === 'MessageUnsnoozed') handleUnsnoozed(event);
      if (event.event === 'ReminderTriggered') handleReminder(event.sent_message_id);
    });
    return () => {
      stop();
      clearTimeout(batchTimer);
    };
  }, [api, client, live, navigate, toasts]);
  return null;
}

function subjectOrDefault(subject: string): string {
  return subject || strings.list.noSubject;
}
