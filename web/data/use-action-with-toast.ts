import { useQueryClient } from '@tanstack/react-query';
import { errorText } from '../design/empty-state.tsx';
import type { QueryRoot } from '../api/query-invalidation.ts';
import { useServices } from './services.ts';

/**
 * Asks for something, and says in a toast that it failed and why (`said`: in whose words, the daemon's unless told otherwise).
 * What it may have made old is read again. A promise ends with whether it was done, and never fails.
 */
export function useActionWithToast(...affectedRoots: readonly QueryRoot[]) {
  const { toasts } = useServices();
  const client = useQueryClient();
  return async (
    action: () => Promise<unknown>,
    failure: string,
    describeError: (error: unknown) => string | undefined = errorText,
  ): Promise<boolean> => {
    try {
      await action();
      return true;
    } catch (error) {
      toasts.show({ tone: 'bad', text: failure, note: describeError(error) });
      return false;
    } finally {
      const stale = new Set<unknown>(affectedRoots);
      await client.invalidateQueries({ predicate: ({ queryKey }) => stale.has(queryKey[0]) });
    }
  };
}
