import { StringDecoder } from 'node:string_decoder';
import { Failure } from '../base/failure.ts';
import type { OutgoingResponse } from '../outgoing/outgoing-fetch.ts';

export type AnswerLimits = {
  /** The server, for messages. */
  host: string;
  maxChars: number;
};

type ReadAnswer = { text: string; isCut: boolean };

/** A piece of a streamed answer, or a whole one, as far as it is read. */
type Completion = {
  choices?: { delta?: { content?: unknown }; message?: { content?: unknown }; finish_reason?: unknown }[];
  error?: unknown;
};

/** The longest line of a stream. */
const maxLineChars = 1_000_000;

/**
 * The text of an answer, streamed as server-sent events or sent as one JSON document. Throws Failure `llm_bad_answer`,
 * `llm_cut_off`, `llm_answer_too_long`, `llm_server_error`.
 */
export async function readAnswer({ type, content }: OutgoingResponse, limits: AnswerLimits): Promise<ReadAnswer> {
  const answer = type === 'text/event-stream' ? await readStream(content, limits) : await readDocument(content, limits);
  return { ...answer, text: withoutReasoning(answer.text) };
}

async function readStream(content: AsyncIterable<Uint8Array>, limits: AnswerLimits): Promise<ReadAnswer> {
  let text = '';
  let end: string | undefined;
  for await (const line of linesOf(content, limits)) {
    if (!line.startsWith('data:')) continue;
    const data = line.slice('data:'.length).trim();
    if (data === '[DONE]') {
      end ??= 'stop';
      break;
    }
    const { choices, error } = parse(data, limits);
    if (error !== undefined) throw serverError(limits);
    const [choice] = choices ?? [];
    const piece = choice?.delta?.content;
    if (typeof piece === 'string') text += piece;
    if (text.length > limits.maxChars) throw tooLong(limits);
    if (typeof choice?.finish_reason === 'string') end = choice.finish_reason;
  }
  if (end === undefined) throw cutOff(limits);
  return { text, isCut: end === 'length' };
}

async function readDocument(content: AsyncIterable<Uint8Array>, limits: AnswerLimits): Promise<ReadAnswer> {
  const pieces: Uint8Array[] = [];
  let size = 0;
  for await (const piece of content) {
    pieces.push(piece);
    size += piece.length;
    if (size > limits.maxChars * 8 + 100_000) throw tooLong(limits);
  }
  const { choices, error } = parse(Buffer.concat(pieces).toString(), limits);
  if (error !== undefined) throw serverError(limits);
  const [choice] = choices ?? [];
  const text = choice?.message?.content;
  if (typeof text !== 'string') throw badAnswer(limits);
  if (text.length > limits.maxChars) throw tooLong(limits);
  return { text, isCut: choice?.finish_reason === 'length' };
}

async function* linesOf(content: AsyncIterable<Uint8Array>, limits: AnswerLimits): AsyncGenerator<string> {
  const decoder = new StringDecoder('utf8');
  let rest = '';
  for await (const piece of content) {
    rest += decoder.write(Buffer.from(piece));
    const lines = rest.split(/\r\n|\n|\r/);
    rest = lines.pop() ?? '';
    yield* lines;
    if (rest.length > maxLineChars) throw badAnswer(limits);
  }
  if (rest !== '') yield rest;
}

function parse(data: string, limits: AnswerLimits): Completion {
  try {
    const parsed: unknown = JSON.parse(data);
    if (typeof parsed === 'object' && parsed !== null) return parsed;
  } catch (failed) {
    throw badAnswer(limits, failed);
  }
  throw badAnswer(limits);
}

/** Some models write what they consider before the answer. */
function withoutReasoning(text: string): string {
  return text
    .replace(/<think(?:ing)?>[\s\S]*?<\/think(?:ing)?>/gi, '')
    .replace(/^[\s\S]*<\/think(?:ing)?>/i, '')
    .trim();
}

/** The connection ended before the answer did. */
export function cutOff({ host }: AnswerLimits, cause?: unknown): Failure {
  const sentence = `The connection to ${host} ended in the middle of the answer. Try again.`;
  return new Failure('provider', 'llm_cut_off', sentence, { retryable: true, cause });
}

function badAnswer({ host }: AnswerLimits, cause?: unknown): Failure {
  const sentence = `${host} didn’t answer as servers of models do. Check the address in the settings.`;
  return new Failure('provider', 'llm_bad_answer', sentence, { cause });
}

function tooLong({ host }: AnswerLimits): Failure {
  return new Failure('provider', 'llm_answer_too_long', `The model on ${host} didn’t end its answer. Try again.`, {
    retryable: true,
  });
}

function serverError({ host }: AnswerLimits): Failure {
  return new Failure('provider', 'llm_server_error', `${host} reported an error of its own. Try again later.`, {
    retryable: true,
  });
}
