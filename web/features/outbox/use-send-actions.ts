import { useServices } from '../../data/services.ts';
import { strings } from '../../i18n/strings.ts';
import { useDraftActions } from '../../data/use-draft-actions.ts';
import { useAction } from '../../data/use-action.ts';
import type { Send } from '../../data/queries/outbox.ts';

const t = strings.outbox;

/** The actions on sends. A toast reports failures. */
export function useSendActions() {
  const { api, toasts, openCompositions } = useServices();
  const { runAction } = useAction({ affects: ['outbox', 'drafts', 'shell'] });
  const drafts = useDraftActions();

  return {
    /** Cancels the send and opens the message for editing; an answer to an invitation is undone as a whole. */
    async edit({ draft_id, state, purpose }: Send): Promise<void> {
      const isCancelled =
        state !== 'queued' || (await runAction(() => api.outbox.cancel({ draft_id }), t.notTakenBack));
      if (!isCancelled) return;
      if (purpose === 'mail') await openCompositions.restore(draft_id);
      else toasts.show({ tone: 'plain', text: t.undone[purpose] });
    },
    /** Cancels the send; the draft stays. */
    async cancelSend({ draft_id, purpose }: Send): Promise<void> {
      if (!(await runAction(() => api.outbox.cancel({ draft_id }), t.notTakenBack))) return;
      if (purpose !== 'mail') return void toasts.show({ tone: 'plain', text: t.undone[purpose] });
      const open = { label: t.openDraft, run: () => void openCompositions.restore(draft_id) };
      toasts.show({ tone: 'plain', text: t.takenBack, button: open });
    },
    discard: ({ draft_id }: Send) => drafts.discard([draft_id]),
    reschedule: ({ draft_id }: Send, send_at: string) =>
      runAction(() => api.outbox.schedule({ draft_id, send_at }), t.notScheduled),
    retry: ({ send_id }: Send) => runAction(() => api.outbox.retry({ send_id }), t.notRetried),
    /** The user confirms that it arrived. */
    resolve: ({ send_id }: Send) => runAction(() => api.outbox.confirmSent({ send_id }), t.notSettled),
    /** The user confirms that it did not arrive: it becomes a draft again. */
    async reset({ draft_id }: Send): Promise<void> {
      if (!(await runAction(() => api.outbox.resetOrphan({ draft_id }), t.notSettled))) return;
      const open = { label: t.openDraft, run: () => void openCompositions.restore(draft_id) };
      toasts.show({ tone: 'plain', text: t.isDraftAgain, button: open });
    },
  };
}
