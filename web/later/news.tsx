import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useEffect } from 'react';
import { useParts } from '../parts.ts';
import { remindersQuery } from '../reminders/queries.ts';
import { snoozedQuery } from '../snooze/queries.ts';
import { strings } from '../strings.ts';

/** In milliseconds. What comes back after a night's sleep of the machine comes at once, and is said once. */
const gatherFor = 400;
const clocksDiffer = 30_000;
/** In milliseconds. Messages of a conversation that wake within it wake together. */
const oneWaking = 60_000;

type Back = { subject: string; threadId: string };

/** Says in a toast what has come back by itself, and what nobody has answered. */
export function LaterNews() {
  const { api, live, toasts } = useParts();
  const client = useQueryClient();
  const navigate = useNavigate();
  useEffect(() => {
    let back: Back[] = [];
    // When a conversation came back last: all its messages wake, and not all at once.
    const backAt = new Map<string, number>();
    let gathering: ReturnType<typeof setTimeout> | undefined;

    const open = (threadId: string) => ({
      label: strings.later.open,
      run: () => void navigate({ to: '/inbox/m/$threadId', params: { threadId } }),
    });

    function sayBack(): void {
      gathering = undefined;
      const [first, ...others] = back;
      back = [];
      if (!first) return;
      const text =
        others.length > 0
          ? strings.later.severalBack({ count: others.length + 1 })
          : strings.later.back({ subject: named(first.subject) });
      toasts.show({ tone: 'plain', text, ...(others.length === 0 && { button: open(first.threadId) }) });
    }

    function woke(messageId: string): void {
      const known = client.getQueryData(snoozedQuery(api).queryKey)?.snoozed;
      const snoozed = known?.find((each) => each.message_id === messageId);
      // Before its time somebody woke it, who knows. Clocks may differ a little.
      if (!snoozed || new Date(snoozed.wake_at).getTime() > Date.now() + clocksDiffer) return;
      const { thread_id: threadId, subject } = snoozed;
      const saidAt = backAt.get(threadId) ?? -Infinity;
      backAt.set(threadId, Date.now());
      if (Date.now() - saidAt < oneWaking) return;
      back.push({ subject, threadId });
      gathering ??= setTimeout(sayBack, gatherFor);
    }

    function reminded(messageId: string): void {
      const known = client.getQueryData(remindersQuery(api).queryKey)?.reminders;
      const reminder = known?.find((each) => each.sent_message_id === messageId);
      if (!reminder) return;
      const text = strings.reminders.unanswered({ subject: named(reminder.subject) });
      toasts.show({ tone: 'plain', text, button: open(reminder.thread_id) });
    }

    const stop = live.listen((event) => {
      if (event.event === 'MessageUnsnoozed') woke(event.message_id);
      if (event.event === 'ReminderTriggered') reminded(event.sent_message_id);
    });
    return () => {
      stop();
      clearTimeout(gathering);
    };
  }, [api, client, live, navigate, toasts]);
  return null;
}

function named(subject: string): string {
  return subject || strings.list.noSubject;
}
