import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { wordsOf } from '../design/panel.tsx';
import { useParts } from '../parts.ts';
import type { accountOf, Result } from './setup-draft.ts';

type Account = NonNullable<ReturnType<typeof accountOf>>;

/** Tries an account before it is saved. `onSaved` is called once it is. */
export function useSaving(onSaved: (account: { key: string; name: string }) => void) {
  const { api } = useParts();
  const client = useQueryClient();
  const [result, setResult] = useState<Result>();
  const [error, setError] = useState<string>();
  const [isBusy, setIsBusy] = useState(false);

  async function during(ask: () => Promise<void>): Promise<void> {
    setIsBusy(true);
    setError(undefined);
    setResult(undefined);
    try {
      await ask();
    } catch (failed) {
      setError(wordsOf(failed));
    } finally {
      setIsBusy(false);
    }
  }
  async function put(account: Account): Promise<void> {
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
      during(async () => {
        const tried = await api.accounts.test(account);
        if (tried.result.ok) await put(account);
        else setResult(tried.result);
      }),
    save: (account: Account) => during(() => put(account)),
  };
}
