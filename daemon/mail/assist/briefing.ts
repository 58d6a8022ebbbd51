import { z } from 'zod';
import { createFence } from '../../base/fence.ts';
import { inertText } from '../../models/inert-text.ts';
import type { Models } from '../../models/models.ts';
import { citationMark, messageCitations, quoteCitation } from './citations.ts';
import { fitMessages, numberMessages, type FittedMessages, type NumberedMessage } from './fit-messages.ts';
import type { ModelText } from './model-texts.ts';
import type { ReadableMessage } from './readable-messages.ts';

const sentence = z.string().trim().min(1).max(1_000);
const numbers = z.array(z.int()).max(100).catch([]);

const answer = z.object({
  standing: sentence,
  open: z
    .array(z.object({ text: sentence, messages: numbers }))
    .max(20)
    .catch([]),
  quotes: z
    .array(z.object({ message: z.int(), quote: z.string().max(1_000) }))
    .max(20)
    .catch([]),
});

type Written = Omit<ModelText, 'generated_at'>;

type BriefingRequest = {
  messages: readonly ReadableMessage[];
  /** What Posthorn knows without a model, as lines of Markdown. */
  facts: readonly string[];
  /** What the briefing is about, in words that follow "You brief the owner of a mailbox on". */
  subject: string;
};

const maxOpen = 6;
const maxQuotes = 4;

/** A briefing in Markdown: facts that Posthorn counted, then what a model reads in the messages. Quotes are checked against them. */
export async function writeBriefing(
  models: Models,
  { messages, facts, subject }: BriefingRequest,
  signal: AbortSignal,
): Promise<Written> {
  const fence = createFence();
  const numbered = numberMessages(messages);
  let fitted: FittedMessages | undefined;
  const system =
    `You brief the owner of a mailbox on ${subject}. Answer with a JSON object {"standing": "one or two sentences on where things stand", ` +
    '"open": [{"text": "something that is still open", "messages": [1]}], "quotes": [{"message": 1, "quote": "words copied from the message"}]}. ' +
    '"messages" and "message" are numbers of messages. State only what the messages say, in the language of most of the mail. ' +
    fence.rules;
  const user = (maxChars: number) => {
    fitted = fitMessages(numbered, fence, maxChars - 40);
    return `${fitted.text}\n\nWrite the briefing.`;
  };
  const written = await models.json('briefing', { system, user, maxTokens: 900, answer }, signal);
  const read = fitted?.messages ?? [];
  const { standing, open, quotes } = written.answer;
  const shownOpen = open.slice(0, maxOpen);
  const cited = shownOpen.flatMap(({ messages: each }) => each);
  const found = quotes.flatMap(
    ({ message, quote }) => quoteCitation({ number: message, quote, field: 'quote' }, read) ?? [],
  );
  return {
    text: briefingText({ facts, standing, open: shownOpen, note: fitted?.note ?? null }, read),
    citations: [...messageCitations(cited, read), ...found.slice(0, maxQuotes)],
    model: written.model,
  };
}

function briefingText(
  {
    facts,
    standing,
    open,
    note,
  }: { facts: readonly string[]; standing: string; open: z.output<typeof answer>['open']; note: string | null },
  read: readonly NumberedMessage[],
): string {
  const lines = open.map(({ text, messages }) => `- ${oneLine(text)}${citationMark(messages, read)}`);
  return [
    facts.map((fact) => `- ${fact}`).join('\n'),
    oneLine(standing),
    ...(lines.length > 0 ? [lines.join('\n')] : []),
    ...(note === null ? [] : [note]),
  ].join('\n\n');
}

function oneLine(text: string): string {
  return inertText(text).replaceAll(/\s+/g, ' ').trim();
}
