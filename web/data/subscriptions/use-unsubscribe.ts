import { useState } from 'react';
import type { Reply } from '../../api/client.ts';
import { useServices } from '../services.ts';
import { strings } from '../../i18n/strings.ts';
import { useAction } from '../use-action.ts';
import type { UnsubscribeMethod } from './unsubscribe-method.ts';

const t = strings.subscriptions;

/** A list to leave: by a message that came by it. */
export type MailingList = { sender: string; email: string; accountId: string; messageId: string };

/** What is left to the person, and why. */
type UnsubscribeProblem = { reason: string; url: string | undefined };

type Purged = Reply<'subscriptions', 'purge'>['result'];

/** Leaves a list. What went well is said in a toast, and `onDone` is called; else `problem` is what is left to the user. */
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

  /** Asks once. Where that is left to the user after all, that is the problem; on a page it is known before. */
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

  /** Leaves the list and archives all mail of its sender. */
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
      const archived = status === 'unsubscribed' ? t.archivedToo : t.archived;
      mailActions.offerUndo(archived({ messages: archived_count, sender }), mutation_id);
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
