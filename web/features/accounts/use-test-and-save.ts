import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useServices } from '../../data/services.ts';
import { useAction } from '../../data/use-action.ts';
import type { accountOf, Result } from './setup-draft.ts';

type Account = NonNullable<ReturnType<typeof accountOf>>;

/** Tests an account and saves it. `onSaved` is called after it was saved. */
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
    // An account that was saved stays saved even if a connection has failed since the test.
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
