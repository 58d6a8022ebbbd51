import type { QueryClient } from '@tanstack/react-query';
import { wordsOf } from '../design/panel.tsx';
import type { Subject } from '../live-effects.ts';
import type { Toasts } from './toasts.ts';

/**
 * Asks for something that changes mail. Where it is refused, that is said in a toast and the answer is undefined. Once
 * nothing is asked for any more, what it may have touched is read again.
 */
export type Ask = <Answer>(
  request: () => Promise<Answer>,
  /** What did not happen, in words. */
  refused: string,
) => Promise<{ answer: Answer } | undefined>;

const touched = new Set<unknown>([
  'mailbox',
  'search',
  'thread',
  'shell',
  'snoozed',
  'reply-later',
  'labels',
  'history',
] satisfies Subject[]);

export function createAsk({ client, toasts }: { client: QueryClient; toasts: Toasts }): Ask {
  let underWay = 0;
  return async (request, refused) => {
    underWay += 1;
    try {
      return { answer: await request() };
    } catch (error) {
      toasts.show({ tone: 'bad', text: refused, note: wordsOf(error) });
      return undefined;
    } finally {
      underWay -= 1;
      // Of several things asked for in a row the last answer knows them all.
      if (underWay === 0) {
        void client.invalidateQueries({ predicate: ({ queryKey }) => touched.has(queryKey[0]) });
      }
    }
  };
}
