import { useQueryClient } from '@tanstack/react-query';
import { errorText } from '../../design/empty-state.tsx';
import { useServices, useMailActions } from '../services.ts';
import { strings } from '../../i18n/strings.ts';
import type { LabelRecord } from '../queries/labels.ts';

const t = strings.labels;

/** What can be done to labels. Each is said in a toast, with the way back; a promise ends with whether it was done. */
export function useLabelActions() {
  const { api, toasts } = useServices();
  const mailActions = useMailActions();
  const client = useQueryClient();

  async function runAction<Answer>(action: () => Promise<Answer>, failure: string): Promise<Answer | undefined> {
    try {
      return await action();
    } catch (error) {
      toasts.show({ tone: 'bad', text: failure, note: errorText(error) });
      return undefined;
    } finally {
      const stale = new Set<unknown>(['labels', 'shell', 'mailbox', 'search', 'thread', 'history']);
      void client.invalidateQueries({ predicate: ({ queryKey }) => stale.has(queryKey[0]) });
    }
  }

  function announce(text: string, mutationId: string | null): void {
    if (mutationId !== null) mailActions.offerUndo(text, mutationId);
  }

  return {
    async create(name: string, accountId: string): Promise<boolean> {
      const created = await runAction(() => api.labels.create({ name, account_id: accountId }), t.notMade({ name }));
      if (created) announce(t.made({ name: created.label.full_name }), created.mutation_id);
      return created !== undefined;
    },

    async rename({ id, name, account_id }: LabelRecord, to: string): Promise<boolean> {
      const renamed = await runAction(() => api.labels.rename({ from: id, to, account_id }), t.notRenamed({ name }));
      if (renamed) announce(t.renamed({ from: name, to: renamed.label.name }), renamed.mutation_id);
      return renamed !== undefined;
    },

    /** Null lets the colour follow from the name. */
    async colour({ id, name }: Pick<LabelRecord, 'id' | 'name'>, color: string | null): Promise<void> {
      await runAction(() => api.labels.colour({ label_id: id, color }), t.notColoured({ name }));
    },

    async remove({ id, name, account_id }: LabelRecord): Promise<boolean> {
      const removed = await runAction(() => api.labels.remove({ name: id, account_id }), t.notRemoved({ name }));
      if (removed) announce(t.removed({ name }), removed.mutation_id);
      return removed !== undefined;
    },
  };
}
