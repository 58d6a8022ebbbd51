import { Failure } from '../base/failure.ts';
import type { EndpointFetch, EndpointReach } from '../outgoing/endpoint-fetch.ts';
import type { OutgoingResponse } from '../outgoing/outgoing-fetch.ts';
import { hostOf } from '../outgoing/web-address.ts';
import { cutOff, readAnswer, type AnswerLimits } from './chat-answer.ts';

/** The server of a model, and how it is asked. */
export type ChatTarget = {
  /** Without a slash at its end, as in `http://127.0.0.1:11434/v1`. */
  base_url: string;
  model: string;
  /** Undefined sends no Authorization header. */
  apiKey: string | undefined;
  reach: EndpointReach;
  /** Milliseconds until the whole answer must have arrived. */
  timeoutMs: number;
};

export type ChatRequest = {
  system: string;
  user: string;
  /** The longest answer that is wanted. */
  maxTokens: number;
  /** The JSON Schema of the answer, for servers that can enforce one. */
  schema?: object | undefined;
};

/** `isCut` means that the model ran out of tokens. */
export type ChatAnswer = { text: string; model: string; isCut: boolean };

/** The most bytes that a server may send for one answer, with the frame of every piece of it. */
const maxAnswerBytes = 16_000_000;

/** A character of an answer is less than a token; a longer answer means that the server ignores the limit. */
const maxCharsPerToken = 10;

/**
 * Asks a model by the protocol of OpenAI's chat completions. The answer is streamed, so that a server that stops or does not
 * end is noticed. Throws Failure `llm_unauthorized`, `llm_not_found`, `llm_rate_limited`, `llm_refused_request`,
 * `llm_server_error`, `llm_bad_answer`, `llm_cut_off`, `llm_answer_too_long`, `llm_timeout`, and those of `EndpointFetch`.
 * No message contains what the server said, because it may repeat the key or the mail.
 */
export async function chat(
  fetch: EndpointFetch,
  target: ChatTarget,
  request: ChatRequest,
  signal: AbortSignal,
): Promise<ChatAnswer> {
  const answer = await ask(fetch, target, request, signal);
  // Some servers know no schemas; the answer is checked anyway.
  const isRetried = request.schema !== undefined && [400, 415, 422, 501].includes(answer.status);
  const last = isRetried ? await ask(fetch, target, { ...request, schema: undefined }, signal) : answer;
  requireAnswer(last, target);
  const limits: AnswerLimits = {
    host: hostOf(new URL(target.base_url)),
    maxChars: request.maxTokens * maxCharsPerToken + 2_000,
  };
  try {
    return { model: target.model, ...(await readAnswer(last, limits)) };
  } catch (failed) {
    if (failed instanceof Failure && failed.code === 'unreachable') throw cutOff(limits, failed);
    throw asModelFailure(failed, target);
  }
}

async function ask(
  fetch: EndpointFetch,
  { base_url, model, apiKey, reach, timeoutMs }: ChatTarget,
  { system, user, maxTokens, schema }: ChatRequest,
  signal: AbortSignal,
): Promise<OutgoingResponse> {
  const body = {
    model,
    messages: [
      { role: 'system', content: system },
      { role: 'user', content: user },
    ],
    temperature: 0.2,
    max_tokens: maxTokens,
    stream: true,
    ...(schema && { response_format: { type: 'json_schema', json_schema: { name: 'answer', schema } } }),
  };
  try {
    return await fetch(`${base_url}/chat/completions`, {
      method: 'POST',
      headers: {
        accept: 'text/event-stream, application/json',
        'content-type': 'application/json',
        'user-agent': 'Posthorn',
        ...(apiKey !== undefined && { authorization: `Bearer ${apiKey}` }),
      },
      body: JSON.stringify(body),
      maxBytes: maxAnswerBytes,
      timeoutMs,
      reach,
      signal,
    });
  } catch (failed) {
    throw asModelFailure(failed, { base_url, timeoutMs });
  }
}

function asModelFailure(failed: unknown, { base_url, timeoutMs }: Pick<ChatTarget, 'base_url' | 'timeoutMs'>): unknown {
  if (!(failed instanceof Failure)) return failed;
  const host = hostOf(new URL(base_url));
  const more = { retryable: true, cause: failed };
  if (failed.code === 'fetch_timeout') {
    const sentence = `The model on ${host} didn’t answer within ${Math.round(timeoutMs / 1000)} seconds. Try a smaller model, or allow more time in the settings.`;
    return new Failure('provider', 'llm_timeout', sentence, more);
  }
  if (failed.code === 'too_large')
    return new Failure('provider', 'llm_answer_too_long', `The model on ${host} didn’t end its answer.`, more);
  return failed;
}

/** Throws where the server answers with an error. */
function requireAnswer({ status }: OutgoingResponse, { base_url, model }: ChatTarget): void {
  if (status >= 200 && status < 300) return;
  const host = hostOf(new URL(base_url));
  if (status === 401 || status === 403)
    throw new Failure('provider', 'llm_unauthorized', `${host} doesn’t accept the key. Check it in the settings.`);
  if (status === 404) {
    const sentence = `${host} has no model named ${model}, or the address of the server is wrong. Check the settings.`;
    throw new Failure('provider', 'llm_not_found', sentence);
  }
  if (status === 429) {
    const sentence = `${host} takes no more requests for now. Try again later.`;
    throw new Failure('limited', 'llm_rate_limited', sentence, { retryable: true });
  }
  if (status < 500) {
    const sentence = `${host} refused the request (${status}). Its model may take in less text than the settings say.`;
    throw new Failure('provider', 'llm_refused_request', sentence);
  }
  const sentence = `${host} reported an error of its own (${status}). Try again later.`;
  throw new Failure('provider', 'llm_server_error', sentence, { retryable: true });
}
