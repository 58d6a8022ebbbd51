import { momentWords } from '../moments.ts';
import { useParts } from '../parts.ts';
import { strings } from '../strings.ts';
import { useTrying } from '../trying.ts';

const words = strings.reminders;

/** Sets and cancels reminders of sent mail. Each is said in a toast with the way back. */
export function useReminding() {
  const { api, toasts } = useParts();
  const tried = useTrying('reminders');

  /** `before` is when it was to remind until now; undefined where it was not. */
  async function remind(messageId: string, at: string, before?: string): Promise<void> {
    const isSet = await tried(() => api.reminders.set({ sent_message_id: messageId, remind_at: at }), words.notSet);
    if (!isSet) return;
    const takeBack = () => (before === undefined ? cancel(messageId, at) : remind(messageId, before, at));
    toasts.show({
      tone: 'plain',
      text: words.set({ moment: momentWords(new Date(at), new Date()) }),
      button: { label: strings.acting.undo, run: () => void takeBack() },
    });
  }

  async function cancel(messageId: string, before: string): Promise<void> {
    const isCancelled = await tried(() => api.reminders.cancel({ message_id: messageId }), words.notCancelled);
    if (!isCancelled) return;
    const isToCome = new Date(before) > new Date();
    toasts.show({
      tone: 'plain',
      text: words.cancelled,
      ...(isToCome && {
        button: { label: strings.acting.undo, run: () => void remind(messageId, before) },
      }),
    });
  }

  return { remind, cancel };
}
