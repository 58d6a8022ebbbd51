import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { errorText } from '../../design/empty-state.tsx';
import { useServices } from '../../data/services.ts';
import type { accountOf, Result } from './setup-draft.ts';

type Account = NonNullable<ReturnType<typeof accountOf>>;

/** Tries an account before it is saved. `onSaved` is called once it is. */
export function useTestAndSave(onSaved: (account: { key: string; name: string }) => void) {
  const { api } = useServices();
  const client = useQueryClient();
  const [result, setResult] = useState<Result>();
  const [error, setError] = useState<string>();
  const [isBusy, setIsBusy] = useState(false);

  async function runBusy(action: () => Promise<void>): Promise<void> {
    setIsBusy(true);
    setError(undefined);
    setResult(undefined);
    try {
      await action();
    } catch (failed) {
      setError(errorText(failed));
    } finally {
      setIsBusy(false);
    }
  }
  async function saveAccount(account: Account): Promise<void> {
    const saved = await api.accounts.upsert(account);
    await client.invalidateQueries();
    // What was tried before it was saved is not undone by a line that broke since.
    if (saved.result.save?.ok) onSaved(account);
    else setResult(saved.result);
  }
  return {
    result,
    error,
    isBusy,
    test: (account: Account) =>
      runBusy(async () => {
        const tested = await api.accounts.test(account);
        if (tested.result.ok) await saveAccount(account);
        else setResult(tested.result);
      }),
    save: (account: Account) => runBusy(() => saveAccount(account)),
  };
}
