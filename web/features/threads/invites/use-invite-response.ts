import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { errorText } from '../../../design/empty-state.tsx';
import type { QueryRoot } from '../../../api/query-invalidation.ts';
import { useServices } from '../../../data/services.ts';
import { strings } from '../../../i18n/strings.ts';

const t = strings.invites.answer;

export const choices = ['accept', 'tentative', 'decline'] as const;
export type Choice = (typeof choices)[number];

/** Answers an invitation, and takes the answer back while it waits. What goes wrong is said in `trouble`. */
export function useInviteResponse(messageId: string) {
  const { api } = useServices();
  const client = useQueryClient();
  const [isSending, setIsSending] = useState(false);
  const [problem, setProblem] = useState<string>();

  async function runAction(request: () => Promise<unknown>, failure: string): Promise<boolean> {
    setIsSending(true);
    setProblem(undefined);
    try {
      await request();
      return true;
    } catch (error) {
      setProblem(`${failure}. ${errorText(error)}`);
      return false;
    } finally {
      await client.invalidateQueries({ queryKey: ['invites' satisfies QueryRoot] });
      setIsSending(false);
    }
  }

  return {
    isAsking: isSending,
    trouble: problem,
    /** Says whether it is on its way. */
    answer: (action: Choice, comment: string) =>
      runAction(
        () => api.invites.reply({ message_id: messageId, action, ...(comment.trim() && { comment }) }),
        t.notSent,
      ),
    withdraw: (draftId: string) => runAction(() => api.outbox.cancel({ draft_id: draftId }), t.notTakenBack),
  };
}
