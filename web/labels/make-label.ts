import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { wordsOf } from '../design/panel.tsx';
import { useParts } from '../parts.ts';
import { Refusal } from '../session.ts';
import { strings } from '../strings.ts';

/** Makes a label of one name in several accounts. Where it cannot be made a toast says why, and it answers false. */
export function useMakeLabel() {
  const { api, toasts } = useParts();
  const client = useQueryClient();
  const [isMaking, setIsMaking] = useState(false);

  async function make(name: string, accountIds: readonly string[]): Promise<boolean> {
    setIsMaking(true);
    try {
      for (const account_id of accountIds) await makeIn(name, account_id);
      return true;
    } catch (error) {
      toasts.show({ tone: 'bad', text: strings.labels.notMade({ name }), note: wordsOf(error) });
      return false;
    } finally {
      setIsMaking(false);
      void client.invalidateQueries({ queryKey: ['labels'] });
      void client.invalidateQueries({ queryKey: ['shell'] });
    }
  }

  async function makeIn(name: string, account_id: string): Promise<void> {
    try {
      await api.labels.create({ name, account_id });
    } catch (error) {
      // One of the accounts may have it already, which is all that was wanted.
      if (!(error instanceof Refusal) || error.code !== 'label_exists') throw error;
    }
  }

  return { make, isMaking };
}
