import { useQueryClient } from '@tanstack/react-query';
import { wordsOf } from './design/panel.tsx';
import type { Subject } from './live-effects.ts';
import { useParts } from './parts.ts';

/**
 * Asks for something, and says in a toast that it failed and why (`said`: in whose words, the daemon's unless told otherwise).
 * What it may have made old is read again. A promise ends with whether it was done, and never fails.
 */
export function useTrying(...old: readonly Subject[]) {
  const { toasts } = useParts();
  const client = useQueryClient();
  return async (
    ask: () => Promise<unknown>,
    failure: string,
    said: (error: unknown) => string | undefined = wordsOf,
  ): Promise<boolean> => {
    try {
      await ask();
      return true;
    } catch (error) {
      toasts.show({ tone: 'bad', text: failure, note: said(error) });
      return false;
    } finally {
      const stale = new Set<unknown>(old);
      await client.invalidateQueries({ predicate: ({ queryKey }) => stale.has(queryKey[0]) });
    }
  };
}
