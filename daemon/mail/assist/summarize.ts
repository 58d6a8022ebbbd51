import { z } from 'zod';
import { createFence } from '../../base/fence.ts';
import { inertText } from '../../models/inert-text.ts';
import type { Models } from '../../models/models.ts';
import { citationMark, messageCitations } from './citations.ts';
import { fitMessages, numberMessages, type FittedMessages } from './fit-messages.ts';
import type { ModelText } from './model-texts.ts';
import type { ReadableMessage } from './readable-messages.ts';

const maxPoints = 8;

/** The answer that is asked for. Longer ones are cut. */
const answer = z.object({
  points: z
    .array(z.object({ text: z.string().trim().min(1).max(2_000), messages: z.array(z.int()).max(100).catch([]) }))
    .min(1)
    .max(50),
});

type Written = Omit<ModelText, 'generated_at'>;

/** A summary of a conversation in Markdown. Its points name their messages, as in `[2]`, counted from the oldest. */
export async function summarizeThread(
  models: Models,
  messages: readonly ReadableMessage[],
  signal: AbortSignal,
): Promise<Written> {
  const fence = createFence();
  const numbered = numberMessages(messages);
  let fitted: FittedMessages | undefined;
  const system =
    'You summarize an email conversation for the owner of the mailbox. Write at most ' +
    `${maxPoints} short points, in the language of most of the mail: what it is about, what was decided, what is open, who has to do ` +
    'what until when. State only what the messages say. Answer with a JSON object {"points": [{"text": "…", "messages": [1]}]}, ' +
    `where "messages" are the numbers of the messages that say it. ${fence.rules}`;
  const user = (maxChars: number) => {
    fitted = fitMessages(numbered, fence, maxChars - 40);
    return `${fitted.text}\n\nSummarize this conversation.`;
  };
  const written = await models.json('summarize', { system, user, maxTokens: 900, answer }, signal);
  const points = written.answer.points.slice(0, maxPoints);
  const read = fitted?.messages ?? [];
  const lines = points.map(({ text, messages: numbers }) => `- ${pointText(text)}${citationMark(numbers, read)}`);
  const note = fitted?.note ? `\n\n${fitted.note}` : '';
  return {
    text: `${lines.join('\n')}${note}`,
    citations: messageCitations(
      points.flatMap(({ messages: numbers }) => numbers),
      read,
    ),
    model: written.model,
  };
}

const gistAnswer = z.object({ gist: z.string().trim().min(1).max(2_000) });
const maxGistLength = 120;

/** One line about a conversation, for a list. Only a model on this computer writes it. */
export async function gistOfThread(
  models: Models,
  messages: readonly ReadableMessage[],
  signal: AbortSignal,
): Promise<Written> {
  const fence = createFence();
  const system =
    'You write one line about an email conversation for a list: what its newest message wants or says, in at most twelve words, in the ' +
    `language of the mail. Answer with a JSON object {"gist": "…"}. ${fence.rules}`;
  const user = (maxChars: number) =>
    `${fitMessages(numberMessages(messages), fence, maxChars - 40).text}\n\nWrite the line.`;
  const request = { system, user, maxTokens: 120, answer: gistAnswer, staysHere: true as const };
  const written = await models.json('summarize', request, signal);
  const line = pointText(written.answer.gist);
  const text = line.length > maxGistLength ? `${line.slice(0, maxGistLength).toWellFormed()}…` : line;
  return { text, citations: [], model: written.model };
}

/** One line of Markdown without structure of its own, so that a point stays a point. */
function pointText(text: string): string {
  return inertText(text)
    .replaceAll(/\s+/g, ' ')
    .replace(/^(?:[-*#>]+|\d+[.)])\s+/, '')
    .trim();
}
