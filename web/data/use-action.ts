import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { errorText } from '../design/empty-state.tsx';
import type { QueryRoot } from '../api/query-invalidation.ts';
import { useServices } from './services.ts';

/** Queries that grow old by what the user does on this page alone, and by no event. */
type PageQueryRoot = 'activity' | 'app' | 'backups' | 'image-allowances' | 'tokens';

type ActionOptions = {
  /** What is read again after an action, by the first part of the query key. */
  affects?: readonly (QueryRoot | PageQueryRoot)[];
  /** False where the caller shows `problem` itself. */
  showsToast?: boolean;
};

/** What did not happen, in words; as a function it receives the reason, else the reason is added. */
type FailureText = string | ((reason: string) => string);

type Action = {
  request: () => Promise<unknown>;
  failure: FailureText;
  describeError: (error: unknown) => string | undefined;
};

/**
 * Runs actions that the user asks for. A failure is shown in a toast, and the reason for it is that of the daemon unless
 * `describeError` says otherwise. The promises never reject: they resolve to whether the action succeeded, once the
 * affected queries are read again.
 */
export function useAction({ affects = [], showsToast = true }: ActionOptions = {}) {
  const { toasts } = useServices();
  const client = useQueryClient();
  const pendingCount = useRef(0);
  const mutation = useMutation({
    mutationFn: ({ request }: Action) => request(),
    onError(error, { failure, describeError }) {
      if (!showsToast) return;
      const reason = describeError(error);
      const toast = typeof failure === 'string' ? { text: failure, note: reason } : { text: failure(reason ?? '') };
      toasts.show({ tone: 'bad', ...toast });
    },
    async onSettled(_answer, error) {
      const stale = new Set<unknown>(affects);
      const refreshed = client.invalidateQueries({ predicate: ({ queryKey }) => stale.has(queryKey[0]) });
      if (!error) await refreshed;
    },
  });

  async function runAction(
    request: () => Promise<unknown>,
    failure: FailureText,
    describeError: Action['describeError'] = errorText,
  ): Promise<boolean> {
    pendingCount.current += 1;
    try {
      await mutation.mutateAsync({ request, failure, describeError });
      return true;
    } catch {
      // It was shown by `onError`, or is in `problem`.
      return false;
    } finally {
      pendingCount.current -= 1;
    }
  }

  return {
    runAction,
    /** Runs the action unless another is under way. `isPending` follows a moment later than a second click may. */
    runOnce: async (request: () => Promise<unknown>, failure: FailureText): Promise<boolean> =>
      pendingCount.current === 0 && (await runAction(request, failure)),
    isPending: mutation.isPending,
    /** Whether the last action succeeded. */
    isDone: mutation.isSuccess,
    /** What did not happen at the last action, and why. */
    problem: mutation.error ? problemText(mutation.variables, mutation.error) : undefined,
    /** Forgets the last action. */
    reset: mutation.reset,
  };
}

function problemText({ failure, describeError }: Action, error: unknown): string {
  const reason = describeError(error) ?? '';
  return typeof failure === 'string' ? `${failure}. ${reason}` : failure(reason);
}
