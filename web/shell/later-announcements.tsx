import { useNavigate } from '@tanstack/react-router';
import { useEffect } from 'react';
import type { Event } from '../../daemon/contract/events.ts';
import { currentTime } from '../api/clock.ts';
import { useServices } from '../data/services.ts';
import { strings } from '../i18n/strings.ts';
import { VaultGate } from './vault-gate.tsx';

/** In milliseconds. Snoozes that ended while the machine slept are announced together. */
const batchDelayMs = 400;
/** In milliseconds. Messages of a conversation that wake within this time wake together. */
const sameWakeWindowMs = 60_000;

type Unsnoozed = Extract<Event, { event: 'MessageUnsnoozed' }>;
type Reminded = Extract<Event, { event: 'ReminderTriggered' }>;

/** What is shown over the page when it is needed, and not part of its first render. */
export function LaterAnnouncements() {
  useLaterAnnouncements();
  return <VaultGate />;
}

/** Announces woken conversations and due reminders in toasts. */
function useLaterAnnouncements(): void {
  const { live, toasts } = useServices();
  const navigate = useNavigate();
  useEffect(() => {
    let returned: Unsnoozed[] = [];
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
      const button = others.length === 0 ? open(first.thread_id) : undefined;
      toasts.show({ tone: 'plain', text, waits: true, button });
    }

    function handleUnsnoozed(event: Unsnoozed): void {
      // The user who ends a snooze early needs no announcement.
      if (!event.is_due) return;
      const lastReturnedAt = returnedAt.get(event.thread_id) ?? -Infinity;
      returnedAt.set(event.thread_id, currentTime());
      if (currentTime() - lastReturnedAt < sameWakeWindowMs) return;
      returned.push(event);
      batchTimer ??= setTimeout(announceReturned, batchDelayMs);
    }

    function handleReminder({ subject, thread_id }: Reminded): void {
      const text = strings.reminders.unanswered({ subject: subjectOrDefault(subject) });
      toasts.show({ tone: 'plain', text, waits: true, button: open(thread_id) });
    }

    const stop = live.listen((event) => {
      if (event.event === 'MessageUnsnoozed') handleUnsnoozed(event);
      if (event.event === 'ReminderTriggered') handleReminder(event);
    });
    return () => {
      stop();
      clearTimeout(batchTimer);
    };
  }, [live, navigate, toasts]);
}

function subjectOrDefault(subject: string): string {
  return subject || strings.list.noSubject;
}
