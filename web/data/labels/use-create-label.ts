import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { errorText } from '../../design/empty-state.tsx';
import { useServices } from '../services.ts';
import { Refusal } from '../../api/session.ts';
import { strings } from '../../i18n/strings.ts';

/** Makes a label of one name in several accounts. Where it cannot be made a toast says why, and it answers false. */
export function useCreateLabel() {
  const { api, toasts } = useServices();
  const client = useQueryClient();
  const [isCreating, setIsCreating] = useState(false);

  async function create(name: string, accountIds: readonly string[]): Promise<boolean> {
    setIsCreating(true);
    try {
      for (const account_id of accountIds) await createIn(name, account_id);
      return true;
    } catch (error) {
      toasts.show({ tone: 'bad', text: strings.labels.notMade({ name }), note: errorText(error) });
      return false;
    } finally {
      setIsCreating(false);
      void client.invalidateQueries({ queryKey: ['labels'] });
      void client.invalidateQueries({ queryKey: ['shell'] });
    }
  }

  async function createIn(name: string, account_id: string): Promise<void> {
    try {
      await api.labels.create({ name, account_id });
    } catch (error) {
      // One of the accounts may have it already, which is all that was wanted.
      if (!(error instanceof Refusal) || error.code !== 'label_exists') throw error;
    }
  }

  return { make: create, isMaking: isCreating };
}
