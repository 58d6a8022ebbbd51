import { z } from 'zod';
import type { DraftSafetyIssue } from '../../contract/draft.ts';
import { createFence } from '../../base/fence.ts';
import { inertText } from '../../models/inert-text.ts';
import type { Models } from '../../models/models.ts';
import type { ReadableMessage } from './readable-messages.ts';
import { voiceMatch } from './voice/match.ts';
import type { VoiceProfile } from './voice/profile.ts';

/** What a review of a draft reads. */
type ReviewedDraft = {
  /** What the user wrote, without quotes and signature. */
  text: string;
  /** The message that it answers. */
  original: ReadableMessage | undefined;
  voice: VoiceProfile | undefined;
};

const answer = z.object({
  unanswered: z
    .array(z.object({ question: z.string().trim().min(3).max(1_000) }))
    .max(20)
    .catch([]),
  promises: z
    .array(z.object({ quote: z.string().trim().min(3).max(1_000) }))
    .max(20)
    .catch([]),
});

const maxIssues = 5;

/**
 * What a model notices in a draft before it is sent: questions that it does not answer, and promises in it. It only adds
 * notices; nothing that the rules found is changed by it, and nothing is blocked. Quotes are checked against the texts.
 */
export async function reviewDraft(
  models: Models,
  { text, original, voice }: ReviewedDraft,
  signal: AbortSignal,
): Promise<DraftSafetyIssue[]> {
  const voiceIssues = voice && models.isUsable('voice_match') ? voiceNotices(text, voice) : [];
  if (!models.isUsable('answer_coverage') && !models.isUsable('commitments')) return voiceIssues;
  const feature = original && models.isUsable('answer_coverage') ? 'answer_coverage' : 'commitments';
  const fence = createFence();
  const system =
    'You read a draft before it is sent. Answer with a JSON object {"unanswered": [{"question": "a question of the received message that the ' +
    'draft does not answer, copied"}], "promises": [{"quote": "words of the draft that promise something, copied"}]}. Leave the lists empty where there ' +
    `is none. ${fence.rules}`;
  const user = (maxChars: number) => {
    const share = Math.floor((maxChars - 400) / 2);
    const received = original
      ? `${fence.wrap(original.text.slice(0, share).toWellFormed(), 'the received message')}\n\n`
      : '';
    return `${received}${fence.wrap(text.slice(0, share).toWellFormed(), 'the draft')}`;
  };
  const { answer: found, model } = await models.json(feature, { system, user, maxTokens: 500, answer }, signal);
  return [
    ...coverageIssues(found.unanswered, original, model),
    ...promiseIssues(found.promises, text, model),
    ...voiceIssues,
  ];
}

function coverageIssues(
  unanswered: readonly { question: string }[],
  original: ReadableMessage | undefined,
  model: string,
): DraftSafetyIssue[] {
  if (!original) return [];
  const { message_id, thread_id } = original;
  return unanswered
    .map(({ question }) => shown(question))
    .filter((question) => contains(original.text, question))
    .slice(0, maxIssues)
    .map((quote) => ({
      code: 'answer_coverage',
      severity: 'info',
      message: 'A question may not be answered.',
      detail: `“${quote}”`,
      source: model,
      citations: [{ field: 'body', message_id, thread_id, quote }],
    }));
}

function promiseIssues(promises: readonly { quote: string }[], text: string, model: string): DraftSafetyIssue[] {
  return promises
    .map(({ quote }) => shown(quote))
    .filter((quote) => contains(text, quote))
    .slice(0, maxIssues)
    .map((quote) => ({
      code: 'commitment_candidate',
      severity: 'info',
      message: 'You promise something here.',
      detail: `“${quote}”`,
      source: model,
    }));
}

function voiceNotices(text: string, voice: VoiceProfile): DraftSafetyIssue[] {
  const { score, confidence, notable_deltas } = voiceMatch(text, voice);
  if (score >= 0.6 || confidence === 'low' || notable_deltas.length === 0) return [];
  return [
    {
      code: 'tone_mismatch',
      severity: 'info',
      message: 'This doesn’t sound like what you usually write.',
      detail: notable_deltas.join(' '),
      source: 'voice',
    },
  ];
}

function contains(text: string, quote: string): boolean {
  return quote.length >= 3 && text.replaceAll(/\s+/g, ' ').includes(quote);
}

function shown(quote: string): string {
  return inertText(quote).replaceAll(/\s+/g, ' ').slice(0, 300).toWellFormed();
}
