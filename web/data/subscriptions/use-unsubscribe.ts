import { useState } from 'react';
import type { Reply } from '../../api/client.ts';
import { useServices } from '../services.ts';
import { strings } from '../../i18n/strings.ts';
import { useAction } from '../use-action.ts';
import type { UnsubscribeMethod } from './unsubscribe-method.ts';

const t = strings.subscriptions;

/** A list to unsubscribe from, given by one of its messages. */
export type MailingList = { sender: string; email: string; accountId: string; messageId: string };

/** The step that the user has to take, and the reason. */
type UnsubscribeProblem = { reason: string; url: string | undefined };

type Purged = Reply<'subscriptions', 'purge'>['result'];

/**
 * Unsubscribes from a list. On success a toast appears and `onDone` is called; otherwise `problem` is the step for the user.
 */
export function useUnsubscribe({ sender, email, accountId, messageId }: MailingList, onDone: () => void) {
  const { api, mailActions, toasts } = useServices();
  const { runOnce, isPending, problem } = useAction({ affects: ['subscriptions'], showsToast: false });
  const [remainder, setRemainder] = useState<UnsubscribeProblem>();

  async function run(request: () => Promise<UnsubscribeProblem | undefined>): Promise<void> {
    await runOnce(async () => {
      const left = await request();
      setRemainder(left);
      if (!left) onDone();
    }, t.notAsked);
  }

  /** Sends one request. If the user has to act, the result is that problem; for a page it is known without a request. */
  async function unsubscribe(by: UnsubscribeMethod['by']): Promise<UnsubscribeProblem | undefined> {
    const { results } = await api.subscriptions.unsubscribe({ message_id: messageId });
    const [result] = results;
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

  /** Unsubscribes from the list and archives all mail of its sender. */
  async function purge(): Promise<UnsubscribeProblem | undefined> {
    const { result } = await api.subscriptions.purge({ address: email, account_id: accountId });
    return announcePurged(result);
  }

  function announcePurged({
    status,
    error,
    open_url,
    archived_count,
    mutation_id,
  }: Purged): UnsubscribeProblem | undefined {
    if (mutation_id !== null) {
      const isUnsubscribed = status === 'unsubscribed';
      const archived = isUnsubscribed ? t.archivedToo : t.archived;
      // The request to the sender cannot be undone, so the button names what can.
      const label = isUnsubscribed ? t.undoArchive : undefined;
      mailActions.offerUndo(archived({ messages: archived_count, sender }), mutation_id, label);
    }
    if (error === null) return undefined;
    return { reason: `${t.failed({ sender })}. ${error}`, url: open_url };
  }

  return {
    isBusy: isPending,
    problem: remainder ?? (problem === undefined ? undefined : { reason: problem, url: undefined }),
    leave: (by: UnsubscribeMethod['by']) => void run(() => unsubscribe(by)),
    purge: () => void run(purge),
  };
}
