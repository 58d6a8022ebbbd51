import { useServices } from './services.ts';
import { strings } from '../i18n/strings.ts';
import { useAction } from './use-action.ts';

const t = strings.drafts;

/** The actions on drafts. A toast reports each one with its undo. */
export function useDraftActions() {
  const { api, toasts, openCompositions } = useServices();
  // The outbox shows a failed send while its draft exists.
  const { runAction } = useAction({ affects: ['drafts', 'outbox'] });

  async function recover(ids: readonly string[]): Promise<void> {
    await runAction(async () => {
      for (const draft_id of ids) await api.drafts.recover({ draft_id });
    }, t.notRecovered);
  }

  return {
    open: (draftId: string) => openCompositions.restore(draftId),
    /** Opens a draft that is stored on the server for editing. */
    async adopt(messageId: string): Promise<void> {
      await runAction(async () => {
        const { draft_id } = await api.drafts.createFromMessage({ message_id: messageId });
        await openCompositions.restore(draft_id);
      }, t.notOpened);
    },
    recover,
    async discard(ids: readonly string[]): Promise<boolean> {
      const discarded: string[] = [];
      const done = await runAction(async () => {
        for (const draft_id of ids) {
          await api.drafts.remove({ draft_id });
          discarded.push(draft_id);
        }
      }, t.notDiscarded);
      const undo = { label: strings.acting.undo, run: () => void recover(discarded) };
      if (discarded.length > 0)
        toasts.show({ tone: 'plain', text: t.discarded({ count: discarded.length }), button: undo });
      return done;
    },
  };
}
