import type { Commitment } from '../queries/commitments.ts';
import { useMailActions, useServices } from '../services.ts';
import { useAction } from '../use-action.ts';
import { strings } from '../../i18n/strings.ts';

const t = strings.promises;

/** The actions on a promise. Each can be undone from its toast. */
export function useCommitmentActions({ id, what }: Pick<Commitment, 'id' | 'what'>) {
  const { api } = useServices();
  const mailActions = useMailActions();
  const { runAction } = useAction({ affects: ['now', 'rail', 'modes'] });
  const settle = (request: () => Promise<{ mutation_id: string | null }>, done: string, failure: string) =>
    runAction(async () => {
      const { mutation_id } = await request();
      if (mutation_id !== null) mailActions.offerUndo(done, mutation_id);
    }, failure);
  return {
    keep: () => settle(() => api.commitments.resolve({ commitment_id: id }), t.kept({ what }), t.notKept({ what })),
    dismiss: () =>
      settle(() => api.commitments.dismiss({ commitment_id: id }), t.dismissed({ what }), t.notDismissed({ what })),
  };
}
