import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { errorText } from '../design/feedback/empty-state.tsx';
import type { QueryRoot } from '../api/query-invalidation.ts';
import { useServices } from './services.ts';

/** Queries that only actions of this page make stale, not events. */
type PageQueryRoot = 'activity' | 'app' | 'image-allowances' | 'semantic' | 'tokens' | 'voice' | 'webhooks';

type ActionOptions = {
  /** The queries to refetch after the action, by the first part of the query key. */
  affects?: readonly (QueryRoot | PageQueryRoot)[];
  /** False if the caller shows `problem` itself. */
  showsToast?: boolean;
};

/** The text for a failure. A function receives the reason, else the reason is appended. */
type FailureText = string | ((reason: string) => string);

type Action = {
  request: () => Promise<unknown>;
  failure: FailureText;
  describeError: (error: unknown) => string | undefined;
};

/**
 * Runs actions that the user requests. A toast shows a failure with the daemon's reason, unless `describeError` returns
 * another text. The promises never reject: they resolve to whether the action succeeded, after the affected queries were
 * refetched.
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
      // `onError` has shown it, or `problem` contains it.
      return false;
    } finally {
      pendingCount.current -= 1;
    }
  }

  return {
    runAction,
    /** Runs the action unless it is running. `isPending` is set later than a second click may arrive. */
    runOnce: async (request: () => Promise<unknown>, failure: FailureText): Promise<boolean> =>
      pendingCount.current === 0 && (await runAction(request, failure)),
    isPending: mutation.isPending,
    /** Whether the last action succeeded. */
    isDone: mutation.isSuccess,
    /** The failure of the last action and its reason. */
    problem: mutation.error ? problemText(mutation.variables, mutation.error) : undefined,
    /** Clears the result of the last action. */
    reset: mutation.reset,
  };
}

function problemText({ failure, describeError }: Action, error: unknown): string {
  const reason = describeError(error) ?? '';
  return typeof failure === 'string' ? `${failure}. ${reason}` : failure(reason);
}
