import { currentDate } from '../../api/clock.ts';
import { formatMoment } from '../../i18n/upcoming-dates.ts';
import { useServices } from '../services.ts';
import { strings } from '../../i18n/strings.ts';
import { useAction } from '../use-action.ts';

const t = strings.reminders;

/** Sets and cancels reminders of sent mail. A toast reports each change with its undo. */
export function useReminderActions() {
  const { api, toasts } = useServices();
  const { runAction } = useAction({ affects: ['reminders'] });

  /** `before` is the previous time of the reminder; undefined if there was none. */
  async function remind(messageId: string, at: string, before?: string): Promise<void> {
    const isSet = await runAction(() => api.reminders.set({ sent_message_id: messageId, remind_at: at }), t.notSet);
    if (!isSet) return;
    const restore = () => (before === undefined ? cancel(messageId, at) : remind(messageId, before, at));
    toasts.show({
      tone: 'plain',
      text: t.set({ moment: formatMoment(new Date(at), currentDate()) }),
      button: { label: strings.acting.undo, run: () => void restore() },
    });
  }

  async function cancel(messageId: string, before: string): Promise<void> {
    const isCancelled = await runAction(() => api.reminders.cancel({ message_id: messageId }), t.notCancelled);
    if (!isCancelled) return;
    const isToCome = new Date(before) > currentDate();
    toasts.show({
      tone: 'plain',
      text: t.cancelled,
      ...(isToCome && {
        button: { label: strings.acting.undo, run: () => void remind(messageId, before) },
      }),
    });
  }

  return { remind, cancel };
}
