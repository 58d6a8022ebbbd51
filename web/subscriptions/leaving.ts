import { useQueryClient } from '@tanstack/react-query';
import type { Reply } from '../api.ts';
import { wordsOf } from '../design/panel.tsx';
import type { Subject } from '../live-effects.ts';
import { useParts } from '../parts.ts';
import { strings } from '../strings.ts';
import type { Way } from './ways.ts';

const words = strings.subscriptions;

/** A list to leave: by a message that came by it. */
export type List = { sender: string; email: string; accountId: string; messageId: string };

/** What is left to the person, and why. */
export type Trouble = { reason: string; url: string | undefined };

type Purged = Reply<'subscriptions', 'purge'>['result'];

/** Leaves lists. What went well is said in a toast; what did not is given back. */
export function useLeaving({ sender, email, accountId, messageId }: List) {
  const { api, acts, toasts } = useParts();
  const client = useQueryClient();

  async function tried<Answer>(ask: () => Promise<Answer>): Promise<Answer | Trouble> {
    try {
      return await ask();
    } catch (error) {
      return { reason: `${words.notAsked}. ${wordsOf(error)}`, url: undefined };
    } finally {
      void client.invalidateQueries({ queryKey: ['subscriptions' satisfies Subject] });
    }
  }

  /** Asks once. Where that is left to the person after all, that is what is given back; on a page it is known before. */
  async function leave(by: Way['by']): Promise<Trouble | undefined> {
    const answer = await tried(() => api.subscriptions.unsubscribe({ message_id: messageId }));
    if ('reason' in answer) return answer;
    const [result] = answer.results;
    if (!result || (result.status === 'by_hand' && by === 'page')) return undefined;
    if (result.status === 'asking' && result.method === 'mailto') {
      toasts.show({ tone: 'plain', text: words.mailWaits({ sender }) });
      return undefined;
    }
    if (result.status !== 'done')
      return { reason: `${words.failed({ sender })}. ${result.reason ?? ''}`.trim(), url: result.open_url };
    toasts.show({ tone: 'plain', text: result.already ? words.already({ sender }) : words.done({ sender }) });
    return undefined;
  }

  /** Leaves the list and archives all mail of its sender. */
  async function purge(): Promise<Trouble | undefined> {
    const answer = await tried(() => api.subscriptions.purge({ address: email, account_id: accountId }));
    if ('reason' in answer) return answer;
    return sayPurged(answer.result);
  }

  function sayPurged({ status, error, open_url, archived_count, mutation_id }: Purged): Trouble | undefined {
    if (mutation_id !== null) {
      const archived = status === 'unsubscribed' ? words.archivedToo : words.archived;
      acts.done(archived({ messages: archived_count, sender }), mutation_id);
    }
    if (error === null) return undefined;
    return { reason: `${words.failed({ sender })}. ${error}`, url: open_url };
  }

  return { leave, purge };
}
