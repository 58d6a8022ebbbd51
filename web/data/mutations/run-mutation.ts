import type { QueryClient } from '@tanstack/react-query';
import { errorText } from '../../design/empty-state.tsx';
import type { QueryRoot } from '../../api/query-invalidation.ts';
import type { Toasts } from '../toasts.ts';

/**
 * Asks for something that changes mail. Where it is refused, that is said in a toast and the answer is undefined. Once
 * nothing is asked for any more, what it may have touched is read again.
 */
export type RunMutation = <Answer>(
  request: () => Promise<Answer>,
  /** What did not happen, in words. */
  failureText: string,
) => Promise<{ answer: Answer } | undefined>;

const affectedRoots = new Set<unknown>([
  'mailbox',
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
      // Of several things asked for in a row the last answer knows them all.
      if (pendingCount === 0) {
        void client.invalidateQueries({ predicate: ({ queryKey }) => affectedRoots.has(queryKey[0]) });
      }
    }
  };
}
