import { useParts } from '../parts.ts';
import { strings } from '../strings.ts';
import { useTrying } from '../trying.ts';

const words = strings.drafts;

/** What can be done to drafts. Each is said in a toast with the way back. */
export function useDrafting() {
  const { api, toasts, composers } = useParts();
  const tried = useTrying('drafts');

  async function recover(ids: readonly string[]): Promise<void> {
    await tried(async () => {
      for (const draft_id of ids) await api.drafts.recover({ draft_id });
    }, words.notRecovered);
  }

  return {
    open: (draftId: string) => composers.restore(draftId),
    /** A draft that lies on the server is written on here. */
    async adopt(messageId: string): Promise<void> {
      await tried(async () => {
        const { draft_id } = await api.drafts.adopt({ message_id: messageId });
        await composers.restore(draft_id);
      }, words.notOpened);
    },
    recover,
    async discard(ids: readonly string[]): Promise<boolean> {
      const gone: string[] = [];
      const done = await tried(async () => {
        for (const draft_id of ids) {
          await api.drafts.remove({ draft_id });
          gone.push(draft_id);
        }
      }, words.notDiscarded);
      const undo = { label: strings.acting.undo, run: () => void recover(gone) };
      if (gone.length > 0) toasts.show({ tone: 'plain', text: words.discarded({ count: gone.length }), button: undo });
      return done;
    },
  };
}
