import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useServices } from '../../data/services.ts';
import { useAction } from '../../data/use-action.ts';
import type { accountOf, Result } from './setup-draft.ts';

type Account = NonNullable<ReturnType<typeof accountOf>>;

/** Tries an account before it is saved. `onSaved` is called once it is. */
export function useTestAndSave(onSaved: (account: { key: string; name: string }) => void) {
  const { api } = useServices();
  const client = useQueryClient();
  const { runAction, isPending, problem } = useAction({ showsToast: false });
  const [result, setResult] = useState<Result>();

  function run(request: () => Promise<void>): Promise<boolean> {
    setResult(undefined);
    return runAction(request, (reason) => reason);
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
    error: problem,
    isBusy: isPending,
    test: (account: Account) =>
      run(async () => {
        const tested = await api.accounts.test(account);
        if (tested.result.ok) await saveAccount(account);
        else setResult(tested.result);
      }),
    save: (account: Account) => run(() => saveAccount(account)),
  };
}
