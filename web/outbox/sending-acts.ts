import { useParts } from '../parts.ts';
import { strings } from '../strings.ts';
import { useTrying } from '../trying.ts';
import type { Send } from './queries.ts';

const words = strings.outbox;

/** What can be done about mail on its way out. What fails is said in a toast. */
export function useSendingActs() {
  const { api, toasts, composers } = useParts();
  const tried = useTrying('outbox', 'drafts', 'shell');

  return {
    /** Takes it back and opens it for writing. */
    async edit({ draft_id, state }: Send): Promise<void> {
      const isTaken = state !== 'queued' || (await tried(() => api.outbox.cancel({ draft_id }), words.notTakenBack));
      if (isTaken) await composers.restore(draft_id);
    },
    /** Takes it back; the draft stays. */
    async takeBack({ draft_id }: Send): Promise<void> {
      if (!(await tried(() => api.outbox.cancel({ draft_id }), words.notTakenBack))) return;
      const open = { label: words.openDraft, run: () => void composers.restore(draft_id) };
      toasts.show({ tone: 'plain', text: words.takenBack, button: open });
    },
    reschedule: ({ draft_id }: Send, send_at: string) =>
      tried(() => api.outbox.schedule({ draft_id, send_at }), words.notScheduled),
    retry: ({ send_id }: Send) => tried(() => api.outbox.retry({ send_id }), words.notRetried),
    /** It did arrive. */
    settle: ({ send_id }: Send) => tried(() => api.outbox.settle({ send_id }), words.notSettled),
    /** It did not arrive: it is a draft again. */
    async reset({ draft_id }: Send): Promise<void> {
      if (!(await tried(() => api.outbox.resetOrphan({ draft_id }), words.notSettled))) return;
      const open = { label: words.openDraft, run: () => void composers.restore(draft_id) };
      toasts.show({ tone: 'plain', text: words.isDraftAgain, button: open });
    },
  };
}
