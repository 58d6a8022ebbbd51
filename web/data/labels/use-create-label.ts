import { useServices } from '../services.ts';
import { Refusal } from '../../api/session.ts';
import { strings } from '../../i18n/strings.ts';
import { useAction } from '../use-action.ts';

/** Creates a label with one name in several accounts. A toast reports an error, and the result is false. */
export function useCreateLabel() {
  const { api } = useServices();
  const { runAction, isPending } = useAction({ affects: ['labels', 'shell'] });

  const create = (name: string, accountIds: readonly string[]) =>
    runAction(async () => {
      for (const account_id of accountIds) await createIn(name, account_id);
    }, strings.labels.notMade({ name }));

  async function createIn(name: string, account_id: string): Promise<void> {
    try {
      await api.labels.create({ name, account_id });
    } catch (error) {
      // An account may have the label already, which is what the user wants.
      if (!(error instanceof Refusal) || error.code !== 'label_exists') throw error;
    }
  }

  return { make: create, isMaking: isPending };
}
