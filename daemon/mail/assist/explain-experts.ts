import { z } from 'zod';
import { createFence } from '../../base/fence.ts';
import { inertText } from '../../models/inert-text.ts';
import type { Models } from '../../models/models.ts';
import type { Expert } from './experts.ts';
import { fitMessages, numberMessages } from './fit-messages.ts';
import type { ReadableMessage } from './readable-messages.ts';

const answer = z.object({
  experts: z.array(z.object({ number: z.int(), reason: z.string().trim().min(1).max(1_000) })).max(50),
});

const maxReasonLength = 240;

/**
 * Has a model say why each of these people may know the answer, from what they have written. Who is named, in which order and by
 * which messages stays as it was counted.
 */
export async function explainExperts(
  models: Models,
  { question, experts, answers }: { question: string; experts: readonly Expert[]; answers: readonly ReadableMessage[] },
  signal: AbortSignal,
): Promise<{ experts: Expert[]; model: string }> {
  const fence = createFence();
  const system =
    'The owner of a mailbox looks for someone who can answer a question. For each person, say in one sentence what they wrote that shows it. Answer with a ' +
    `JSON object {"experts": [{"number": 1, "reason": "…"}]}, with the numbers of the persons. ${fence.rules}`;
  const people = experts
    .map(({ email, display_name, evidence_msg_ids }, index) => {
      const own = numberMessages(answers).filter(({ message_id }) => evidence_msg_ids.includes(message_id));
      return `${index + 1}. ${display_name ?? email}, who wrote the messages ${own.map(({ number }) => number).join(', ')}`;
    })
    .join('\n');
  const user = (maxChars: number) => {
    const list = fence.wrap(people, 'the persons');
    const fitted = fitMessages(numberMessages(answers), fence, maxChars - list.length - question.length - 60);
    return `${fitted.text}\n\n${list}\n\nThe owner asks: ${question}`;
  };
  const written = await models.json('expert', { system, user, maxTokens: 600, answer }, signal);
  const reasons = new Map(written.answer.experts.map(({ number, reason }) => [number, reason]));
  return {
    experts: experts.map((expert, index) => {
      const reason = inertText(reasons.get(index + 1) ?? '').replaceAll(/\s+/g, ' ');
      const shown = reason.length > maxReasonLength ? `${reason.slice(0, maxReasonLength).toWellFormed()}…` : reason;
      return reason === '' ? expert : { ...expert, reason: `${expert.reason} ${shown}` };
    }),
    model: written.model,
  };
}
