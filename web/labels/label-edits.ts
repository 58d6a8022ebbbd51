import { useQueryClient } from '@tanstack/react-query';
import { wordsOf } from '../design/panel.tsx';
import { useActs } from '../mutations/acts.ts';
import { useParts } from '../parts.ts';
import { strings } from '../strings.ts';
import type { LabelRecord } from './queries.ts';

const words = strings.labels;

/** What can be done to labels. Each is said in a toast, with the way back; a promise ends with whether it was done. */
export function useLabelEdits() {
  const { api, toasts } = useParts();
  const acts = useActs();
  const client = useQueryClient();

  async function tried<Answer>(ask: () => Promise<Answer>, failure: string): Promise<Answer | undefined> {
    try {
      return await ask();
    } catch (error) {
      toasts.show({ tone: 'bad', text: failure, note: wordsOf(error) });
      return undefined;
    } finally {
      const stale = new Set<unknown>(['labels', 'shell', 'mailbox', 'search', 'thread', 'history']);
      void client.invalidateQueries({ predicate: ({ queryKey }) => stale.has(queryKey[0]) });
    }
  }

  function say(said: string, mutationId: string | null): void {
    if (mutationId !== null) acts.done(said, mutationId);
  }

  return {
    async create(name: string, accountId: string): Promise<boolean> {
      const made = await tried(() => api.labels.create({ name, account_id: accountId }), words.notMade({ name }));
      if (made) say(words.made({ name: made.label.full_name }), made.mutation_id);
      return made !== undefined;
    },

    async rename({ id, name, account_id }: LabelRecord, to: string): Promise<boolean> {
      const renamed = await tried(() => api.labels.rename({ from: id, to, account_id }), words.notRenamed({ name }));
      if (renamed) say(words.renamed({ from: name, to: renamed.label.name }), renamed.mutation_id);
      return renamed !== undefined;
    },

    /** Null lets the colour follow from the name. */
    async colour({ id, name }: Pick<LabelRecord, 'id' | 'name'>, color: string | null): Promise<void> {
      await tried(() => api.labels.colour({ label_id: id, color }), words.notColoured({ name }));
    },

    async remove({ id, name, account_id }: LabelRecord): Promise<boolean> {
      const removed = await tried(() => api.labels.remove({ name: id, account_id }), words.notRemoved({ name }));
      if (removed) say(words.removed({ name }), removed.mutation_id);
      return removed !== undefined;
    },
  };
}
