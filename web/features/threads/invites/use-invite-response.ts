import { useServices } from '../../../data/services.ts';
import { useAction } from '../../../data/use-action.ts';
import { strings } from '../../../i18n/strings.ts';

const t = strings.invites.answer;

export const choices = ['accept', 'tentative', 'decline'] as const;
export type Choice = (typeof choices)[number];

/** The event of a message, or one event of its series. */
export type AnsweredEvent = { message_id: string; recurrence_id?: string };

/** Answers an invitation, and cancels the answer while it waits. `trouble` contains the error. */
export function useInviteResponse(event: AnsweredEvent) {
  const { api } = useServices();
  const { runOnce, isPending, problem } = useAction({ affects: ['invites', 'outbox'], showsToast: false });
  return {
    isAsking: isPending,
    trouble: problem,
    /** Resolves to whether the answer is being sent. */
    answer: (action: Choice, comment: string) =>
      runOnce(() => api.invites.reply({ ...event, action, ...(comment.trim() && { comment }) }), t.notSent),
    withdraw: (draftId: string) => runOnce(() => api.outbox.cancel({ draft_id: draftId }), t.notTakenBack),
  };
}
