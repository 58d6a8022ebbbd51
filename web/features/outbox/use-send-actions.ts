import { useServices } from '../../data/services.ts';
import { strings } from '../../i18n/strings.ts';
import { useAction } from '../../data/use-action.ts';
import type { Send } from '../../data/queries/outbox.ts';

const t = strings.outbox;

/** What can be done about mail on its way out. What fails is said in a toast. */
export function useSendActions() {
  const { api, toasts, openCompositions } = useServices();
  const { runAction } = useAction({ affects: ['outbox', 'drafts', 'shell'] });

  return {
    /** Takes it back and opens it for writing. */
    async edit({ draft_id, state }: Send): Promise<void> {
      const isCancelled =
        state !== 'queued' || (await runAction(() => api.outbox.cancel({ draft_id }), t.notTakenBack));
      if (isCancelled) await openCompositions.restore(draft_id);
    },
    /** Takes it back; the draft stays. */
    async cancelSend({ draft_id }: Send): Promise<void> {
      if (!(await runAction(() => api.outbox.cancel({ draft_id }), t.notTakenBack))) return;
      const open = { label: t.openDraft, run: () => void openCompositions.restore(draft_id) };
      toasts.show({ tone: 'plain', text: t.takenBack, button: open });
    },
    reschedule: ({ draft_id }: Send, send_at: string) =>
      runAction(() => api.outbox.schedule({ draft_id, send_at }), t.notScheduled),
    retry: ({ send_id }: Send) => runAction(() => api.outbox.retry({ send_id }), t.notRetried),
    /** It did arrive. */
    resolve: ({ send_id }: Send) => runAction(() => api.outbox.confirmSent({ send_id }), t.notSettled),
    /** It did not arrive: it is a draft again. */
    async reset({ draft_id }: Send): Promise<void> {
      if (!(await runAction(() => api.outbox.resetOrphan({ draft_id }), t.notSettled))) return;
      const open = { label: t.openDraft, run: () => void openCompositions.restore(draft_id) };
      toasts.show({ tone: 'plain', text: t.isDraftAgain, button: open });
    },
  };
}
