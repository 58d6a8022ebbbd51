import { z } from 'zod';
import { Failure } from '../../base/failure.ts';
import { createFence } from '../../base/fence.ts';
import { inertText } from '../../models/inert-text.ts';
import type { ModelFeature } from '../../models/model-settings.ts';
import type { Models } from '../../models/models.ts';
import { fitMessages, numberMessages } from './fit-messages.ts';
import type { ReadableMessage } from './readable-messages.ts';
import { voiceInstructions } from './voice/match.ts';
import { registerOf, type Register, type VoiceProfile } from './voice/profile.ts';
import { writingFeatures } from './voice/writing-features.ts';

type LengthHint = 'short' | 'medium' | 'long';

type DraftingRequest = {
  /** What the user wants to say. */
  instruction: string;
  /** The conversation that is answered, oldest first; empty for a new message. */
  messages: readonly ReadableMessage[];
  /** The name or address that a new message goes to. */
  to?: string | undefined;
  owner: { name: string; email: string };
  voice: VoiceProfile | undefined;
  register?: Register | undefined;
  length?: LengthHint | undefined;
};

/** A text that a model suggests for a message. Nothing of it is stored or sent. */
export type Suggestion = {
  body: string;
  model: string;
  inferred_register: Register;
  inferred_length: LengthHint;
  /** What the model did not read, or what was taken out of its answer. */
  context_note: string | null;
};

const body = z.string().trim().min(1).max(100_000);

const lengthWords: Record<LengthHint, string> = {
  short: 'at most three sentences',
  medium: 'one or two short paragraphs',
  long: 'as many paragraphs as it needs',
};

/** Writes a new message, or an answer in a conversation. */
export async function draftMessage(
  models: Models,
  feature: Extract<ModelFeature, 'draft_assist' | 'draft_new'>,
  request: DraftingRequest,
  signal: AbortSignal,
): Promise<Suggestion> {
  const { instruction, messages, owner, voice, register } = request;
  const length = request.length ?? (voice && voice.typical_length > 150 ? 'long' : 'medium');
  const fence = createFence();
  let note: string | null = null;
  const what = messages.length > 0 ? 'the answer to the newest message of a conversation' : 'a new message';
  const system =
    `You write ${what} for the owner of the mailbox, ${oneLine(owner.name)}. The owner says what it has to say; add no facts, promises, names, ` +
    `numbers or dates of your own. ${voiceInstructions(voice, register)}Write ${lengthWords[length]}, in the language ` +
    `${messages.length > 0 ? 'of the newest message' : 'in which the owner says it'}. Write no subject and no signature block. Answer with a JSON ` +
    `object {"body": "…"}. ${fence.rules}`;
  const user = (maxChars: number) => {
    const wanted = `The owner wants to say: ${instruction}`;
    const to = request.to === undefined ? '' : `It goes to ${oneLine(request.to)}.\n`;
    if (messages.length === 0) return `${to}${wanted}`;
    const fitted = fitMessages(numberMessages(messages), fence, maxChars - wanted.length - 60);
    ({ note } = fitted);
    return `${fitted.text}\n\n${to}${wanted}`;
  };
  const written = await models.json(
    feature,
    { system, user, maxTokens: length === 'long' ? 1_600 : 700, answer: z.object({ body }) },
    signal,
  );
  return suggestionOf({ text: written.answer.body, model: written.model, own: instruction, note });
}

/** How a text is to be changed. */
type RefineKnobs = {
  shorter?: boolean | undefined;
  warmer?: boolean | undefined;
  more_formal?: boolean | undefined;
  less_emoji?: boolean | undefined;
  add_context?: string | null | undefined;
  my_voice?: boolean | undefined;
};

/**
 * Changes the parts of a draft that the user wrote, each by itself; their number and order stay. Links that the user wrote are
 * kept.
 */
export async function refineParts(
  models: Models,
  { parts, knobs, voice }: { parts: readonly string[]; knobs: RefineKnobs; voice: VoiceProfile | undefined },
  signal: AbortSignal,
): Promise<{ parts: string[]; model: string; context_note: string | null }> {
  const fence = createFence();
  const count = parts.length;
  const system =
    `You change a text that the owner of a mailbox has written. ${changesOf(knobs, voice)}Keep its meaning, its facts, its names, its language, ` +
    `its links and its Markdown. Answer with a JSON object {"parts": [${count === 1 ? '"…"' : '"…", "…"'}]} with exactly ${count} ` +
    `${count === 1 ? 'text' : 'texts, in the order of the parts'}. ${fence.rules}`;
  const own = [...parts, knobs.add_context ?? ''].join('\n');
  const user = (maxChars: number) => {
    const total = own.length + count * 120;
    if (total > maxChars) throw tooLongToRefine();
    return parts.map((part, index) => fence.wrap(part, `part ${index + 1} of ${count}, by the owner`)).join('\n\n');
  };
  const answer = z.object({ parts: z.array(body).length(count) });
  const maxTokens = Math.max(300, Math.ceil(own.length / 2));
  const written = await models.json('draft_refine', { system, user, maxTokens, answer }, signal);
  const inert = written.answer.parts.map((part) => inertText(part, { keep: own }));
  const isChanged = inert.some((part, index) => part !== written.answer.parts[index]?.trim());
  return { parts: inert, model: written.model, context_note: isChanged ? removedNote : null };
}

function changesOf(
  { shorter, warmer, more_formal, less_emoji, add_context, my_voice }: RefineKnobs,
  voice: VoiceProfile | undefined,
): string {
  return [
    shorter ? 'Make it much shorter. ' : '',
    warmer ? 'Make it warmer and friendlier, without flattery. ' : '',
    more_formal ? 'Make it more formal. ' : '',
    less_emoji ? 'Take out emoji and exclamation marks. ' : '',
    my_voice ? voiceInstructions(voice, undefined) : '',
    add_context ? `Work in what the owner adds: ${oneLine(add_context)}. ` : '',
  ].join('');
}

/** Rewrites a text so that it sounds like a person, and where known like the user. */
export async function rewriteText(
  models: Models,
  { text, complaints, voice }: { text: string; complaints: readonly string[]; voice: VoiceProfile | undefined },
  signal: AbortSignal,
): Promise<{ text: string; model: string }> {
  const fence = createFence();
  const system =
    `You rewrite a text so that it sounds as if a person had written it quickly and well. ${voiceInstructions(voice, undefined)}Keep its meaning, ` +
    `facts, names, language and links. Answer with a JSON object {"body": "…"}. ${fence.rules}`;
  const user = (maxChars: number) => {
    if (text.length + 1_500 > maxChars) throw tooLongToRefine();
    const list = complaints.map((complaint) => `- ${oneLine(complaint)}`).join('\n');
    return `${fence.wrap(text, 'the text')}\n\nWhat is wrong with it:\n${list}`;
  };
  const maxTokens = Math.max(300, Math.ceil(text.length / 2));
  const written = await models.json(
    'humanize_rewrite',
    { system, user, maxTokens, answer: z.object({ body }) },
    signal,
  );
  return { text: inertText(written.answer.body, { keep: text }), model: written.model };
}

const removedNote = 'A link, an image or HTML that the model wrote was taken out.';

function suggestionOf({
  text,
  model,
  own,
  note,
}: {
  text: string;
  model: string;
  own: string;
  note: string | null;
}): Suggestion {
  const inert = inertText(text, { keep: own });
  const { formality, words } = writingFeatures(inert);
  const notes = [...(note === null ? [] : [note]), ...(inert === text.trim() ? [] : [removedNote])];
  return {
    body: inert,
    model,
    inferred_register: registerOf(formality),
    inferred_length: words < 60 ? 'short' : words < 180 ? 'medium' : 'long',
    context_note: notes.length > 0 ? notes.join(' ') : null,
  };
}

function oneLine(text: string): string {
  return text.replaceAll(/\s+/g, ' ').trim().slice(0, 2_000).toWellFormed();
}

function tooLongToRefine(): Failure {
  const sentence =
    'The text is longer than the model can take in. Shorten it, or choose a model that takes in more text.';
  return new Failure('unsupported', 'text_too_long', sentence);
}
