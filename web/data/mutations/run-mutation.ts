import type { QueryClient } from '@tanstack/react-query';
import { errorText } from '../../design/feedback/empty-state.tsx';
import type { QueryRoot } from '../../api/query-invalidation.ts';
import type { Toasts } from '../toasts.ts';

/**
 * Sends a request that changes mail. If it is refused, a toast reports it and the result is undefined. After the last
 * pending request, the affected queries are refetched.
 */
export type RunMutation = <Answer>(
  request: () => Promise<Answer>,
  /** The text of the error. */
  failureText: string,
) => Promise<{ answer: Answer } | undefined>;

const affectedRoots = new Set<unknown>([
  'mailbox',
  'now',
  'rail',
  'modes',
  'search',
  'thread',
  'shell',
  'snoozed',
  'reply-later',
  'labels',
  'history',
] satisfies QueryRoot[]);

export function createRunMutation({ client, toasts }: { client: QueryClient; toasts: Toasts }): RunMutation {
  let pendingCount = 0;
  return async (request, failureText) => {
    pendingCount += 1;
    try {
      return { answer: await request() };
    } catch (error) {
      toasts.show({ tone: 'bad', text: failureText, note: errorText(error) });
      return undefined;
    } finally {
      pendingCount -= 1;
      // After several requests in a row, the last answer refetches for all of them.
      if (pendingCount === 0) {
        void client.invalidateQueries({ predicate: ({ queryKey }) => affectedRoots.has(queryKey[0]) });
      }
    }
  };
}
