import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { wordsOf } from '../design/panel.tsx';
import type { Subject } from '../live-effects.ts';
import { useParts } from '../parts.ts';
import { strings } from '../strings.ts';

const words = strings.invites.answer;

export const choices = ['accept', 'tentative', 'decline'] as const;
export type Choice = (typeof choices)[number];

/** Answers an invitation, and takes the answer back while it waits. What goes wrong is said in `trouble`. */
export function useAnswering(messageId: string) {
  const { api } = useParts();
  const client = useQueryClient();
  const [isAsking, setAsking] = useState(false);
  const [trouble, setTrouble] = useState<string>();

  async function tried(act: () => Promise<unknown>, failure: string): Promise<boolean> {
    setAsking(true);
    setTrouble(undefined);
    try {
      await act();
      return true;
    } catch (error) {
      setTrouble(`${failure}. ${wordsOf(error)}`);
      return false;
    } finally {
      await client.invalidateQueries({ queryKey: ['invites' satisfies Subject] });
      setAsking(false);
    }
  }

  return {
    isAsking,
    trouble,
    /** Says whether it is on its way. */
    answer: (action: Choice, comment: string) =>
      tried(
        () => api.invites.reply({ message_id: messageId, action, ...(comment.trim() && { comment }) }),
        words.notSent,
      ),
    takeBack: (draftId: string) => tried(() => api.outbox.cancel({ draft_id: draftId }), words.notTakenBack),
  };
}
