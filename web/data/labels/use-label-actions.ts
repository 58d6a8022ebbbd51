import { useServices, useMailActions } from '../services.ts';
import { strings } from '../../i18n/strings.ts';
import { useAction } from '../use-action.ts';
import type { LabelRecord } from '../queries/labels.ts';

const t = strings.labels;

/** The actions on labels. A toast reports each one with its undo. The promises resolve to whether the action succeeded. */
export function useLabelActions() {
  const { api } = useServices();
  const mailActions = useMailActions();
  const { runAction } = useAction({ affects: ['labels', 'shell', 'mailbox', 'search', 'thread', 'history'] });

  function announce(text: string, mutationId: string | null): void {
    if (mutationId !== null) mailActions.offerUndo(text, mutationId);
  }

  return {
    create: (name: string, account_id: string) =>
      runAction(async () => {
        const { label, mutation_id } = await api.labels.create({ name, account_id });
        announce(t.made({ name: label.full_name }), mutation_id);
      }, t.notMade({ name })),

    rename: ({ id, name, account_id }: LabelRecord, to: string) =>
      runAction(async () => {
        const { label, mutation_id } = await api.labels.rename({ from: id, to, account_id });
        announce(t.renamed({ from: name, to: label.name }), mutation_id);
      }, t.notRenamed({ name })),

    /** Null derives the colour from the name. */
    colour: ({ id, name }: Pick<LabelRecord, 'id' | 'name'>, color: string | null) =>
      runAction(() => api.labels.colour({ label_id: id, color }), t.notColoured({ name })),

    remove: ({ id, name, account_id }: LabelRecord) =>
      runAction(async () => {
        const { mutation_id } = await api.labels.remove({ name: id, account_id });
        announce(t.removed({ name }), mutation_id);
      }, t.notRemoved({ name })),
  };
}
