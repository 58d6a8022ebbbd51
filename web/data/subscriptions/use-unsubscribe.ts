import { useQueryClient } from '@tanstack/react-query';
import type { Reply } from '../../api/client.ts';
import { errorText } from '../../design/empty-state.tsx';
import type { QueryRoot } from '../../api/query-invalidation.ts';
import { useServices } from '../services.ts';
import { strings } from '../../i18n/strings.ts';
import type { UnsubscribeMethod } from './unsubscribe-method.ts';

const t = strings.subscriptions;

/** A list to leave: by a message that came by it. */
export type MailingList = { sender: string; email: string; accountId: string; messageId: string };

/** What is left to the person, and why. */
export type UnsubscribeProblem = { reason: string; url: string | undefined };

type Purged = Reply<'subscriptions', 'purge'>['result'];

/** Leaves lists. What went well is said in a toast; what did not is given back. */
export function useUnsubscribe({ sender, email, accountId, messageId }: MailingList) {
  const { api, mailActions, toasts } = useServices();
  const client = useQueryClient();

  async function runAction<Answer>(action: () => Promise<Answer>): Promise<Answer | UnsubscribeProblem> {
    try {
      return await action();
    } catch (error) {
      return { reason: `${t.notAsked}. ${errorText(error)}`, url: undefined };
    } finally {
      void client.invalidateQueries({ queryKey: ['subscriptions' satisfies QueryRoot] });
    }
  }

  /** Asks once. Where that is left to the person after all, that is what is given back; on a page it is known before. */
  async function unsubscribe(by: UnsubscribeMethod['by']): Promise<UnsubscribeProblem | undefined> {
    const answer = await runAction(() => api.subscriptions.unsubscribe({ message_id: messageId }));
    if ('reason' in answer) return answer;
    const [result] = answer.results;
    if (!result || (result.status === 'by_hand' && by === 'page')) return undefined;
    if (result.status === 'asking' && result.method === 'mailto') {
      toasts.show({ tone: 'plain', text: t.mailWaits({ sender }) });
      return undefined;
    }
    if (result.status !== 'done')
      return { reason: `${t.failed({ sender })}. ${result.reason ?? ''}`.trim(), url: result.open_url };
    toasts.show({ tone: 'plain', text: result.already ? t.already({ sender }) : t.done({ sender }) });
    return undefined;
  }

  /** Leaves the list and archives all mail of its sender. */
  async function purge(): Promise<UnsubscribeProblem | undefined> {
    const answer = await runAction(() => api.subscriptions.purge({ address: email, account_id: accountId }));
    if ('reason' in answer) return answer;
    return announcePurged(answer.result);
  }

  function announcePurged({
    status,
    error,
    open_url,
    archived_count,
    mutation_id,
  }: Purged): UnsubscribeProblem | undefined {
    if (mutation_id !== null) {
      const archived = status === 'unsubscribed' ? t.archivedToo : t.archived;
      mailActions.offerUndo(archived({ messages: archived_count, sender }), mutation_id);
    }
    if (error === null) return undefined;
    return { reason: `${t.failed({ sender })}. ${error}`, url: open_url };
  }

  return { leave: unsubscribe, purge };
}
