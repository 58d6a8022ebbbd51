import { z } from 'zod';
import { Failure } from '../base/failure.ts';
import type { Config } from '../config/schema/schema.ts';
import { refusedByPolicy } from '../safety/policy.ts';
import type { EndpointFetch } from '../outgoing/endpoint-fetch.ts';
import { chat, type ChatTarget } from './chat.ts';
import { findJson } from './find-json.ts';
import { isOnThisComputer, mayLeave, modelSettings, type ModelFeature, type ModelSettings } from './model-settings.ts';
import { answerTokensFor, textBudget } from './tokens.ts';

export type ModelRequest = {
  /** What the model is to do. It comes from Posthorn and the user, never from mail. */
  system: string;
  /** Writes the request within a number of characters, which is what the model can take in. */
  user: (maxChars: number) => string;
  /** The longest answer that is wanted, in tokens. */
  maxTokens: number;
  /** Nobody has asked for this request, so it does not leave this computer, whatever the settings allow. */
  staysHere?: true;
};

/** Asks the models that the settings name. Each request uses the settings of its beginning until its end. */
export type Models = {
  settings(feature: ModelFeature): ModelSettings;
  /**
   * Whether a request that no one has asked for may be made: a model is set up, its server may be asked, and the general policy
   * allows it.
   */
  isUsable(feature: ModelFeature): boolean;
  /** Throws Failure `llm_disabled`, `not_this_computer`, and those of `chat`. */
  text(feature: ModelFeature, request: ModelRequest, signal: AbortSignal): Promise<{ text: string; model: string }>;
  /** As `text`; the answer is JSON that fits a schema. Throws Failure `llm_bad_answer` where it does not, twice. */
  json<Answer>(
    feature: ModelFeature,
    request: ModelRequest & { answer: z.ZodType<Answer> },
    signal: AbortSignal,
  ): Promise<{ answer: Answer; model: string }>;
  /** The value of the environment variable that holds the key; undefined where there is none. */
  keyOf(settings: Pick<ModelSettings, 'api_key_env'>): string | undefined;
  /** Ends all requests, with Failure `stopping`. */
  close(): void;
};

type ModelsDeps = {
  config: { current: Pick<Config, 'llm' | 'general'> };
  fetch: EndpointFetch;
  env: Readonly<Record<string, string | undefined>>;
};

export function createModels({ config, fetch, env }: ModelsDeps): Models {
  const settings = (feature: ModelFeature) => modelSettings(config.current.llm, feature);
  const keyOf = ({ api_key_env }: Pick<ModelSettings, 'api_key_env'>) =>
    (api_key_env === '' ? undefined : env[api_key_env]?.trim()) || undefined;
  const stopping = new AbortController();
  const ask = async (now: ModelSettings, request: ModelRequest, signal: AbortSignal, schema?: object) => {
    const { staysHere = false } = request;
    const maxTokens = answerTokensFor(now.context_window, request.maxTokens);
    const user = request.user(textBudget(now.context_window, { system: request.system, maxTokens }));
    const answer = await chat(
      fetch,
      { ...targetOf(now, keyOf(now)), ...(staysHere && { reach: 'this_computer' as const }) },
      { system: request.system, user, maxTokens, schema },
      AbortSignal.any([signal, stopping.signal]),
    ).catch((failed: unknown) => {
      throw withoutLeak(failed, now);
    });
    return answer;
  };
  return {
    settings,
    keyOf,
    isUsable(feature) {
      const now = settings(feature);
      const isReachable = mayLeave(now) || isOnThisComputer(now.base_url) !== 'no';
      const refusal = refusedByPolicy(config.current.general.safety_policy, { safety: 'egress' });
      return now.enabled && isReachable && refusal === undefined;
    },
    async text(feature, request, signal) {
      const { text, model, isCut } = await ask(requireUsable(settings(feature)), request, signal);
      if (text === '') throw emptyAnswer();
      return { text: isCut ? `${text}…` : text, model };
    },
    async json(feature, { answer: form, ...request }, signal) {
      const now = requireUsable(settings(feature));
      const schema = z.toJSONSchema(form, { io: 'input' });
      const { text, model } = await ask(now, request, signal, schema);
      const first = form.safeParse(findJson(text));
      if (first.success) return { answer: first.data, model };
      const again = `${request.system}\n\nAnswer with one JSON object of this form and nothing else: ${JSON.stringify(schema)}`;
      const second = await ask(now, { ...request, system: again }, signal, schema);
      const checked = form.safeParse(findJson(second.text));
      if (!checked.success) throw malformedAnswer(checked.error);
      return { answer: checked.data, model };
    },
    close: () => stopping.abort(stopped()),
  };
}

function targetOf(settings: ModelSettings, apiKey: string | undefined): ChatTarget {
  const { base_url, model, request_timeout_secs } = settings;
  const reach = mayLeave(settings) ? 'anywhere' : 'this_computer';
  return { base_url, model, apiKey, reach, timeoutMs: request_timeout_secs * 1000 };
}

/** Throws Failure `llm_disabled`, or `not_this_computer` where that is certain without connecting. */
function requireUsable(settings: ModelSettings): ModelSettings {
  if (!settings.enabled) {
    const sentence = 'No language model is set up for this. Choose one in the settings under AI.';
    throw new Failure('unsupported', 'llm_disabled', sentence);
  }
  if (!mayLeave(settings) && isOnThisComputer(settings.base_url) === 'no') throw notThisComputer();
  return settings;
}

/** A server that cannot be found cannot be shown to be this computer either. */
function withoutLeak(failed: unknown, settings: ModelSettings): unknown {
  const isUnknown = !mayLeave(settings) && isOnThisComputer(settings.base_url) === 'unknown';
  if (isUnknown && failed instanceof Failure && failed.code === 'unreachable') return notThisComputer(failed);
  return failed;
}

function notThisComputer(cause?: unknown): Failure {
  const sentence =
    'The model isn’t on this computer, and what is known about people stays here. Allow it in the settings under AI, or use a model on this computer.';
  return new Failure('refused', 'not_this_computer', sentence, { cause });
}

function stopped(): Failure {
  const sentence = 'Posthorn stopped before the model had answered. Try again.';
  return new Failure('unavailable', 'stopping', sentence, { retryable: true });
}

function emptyAnswer(): Failure {
  return new Failure('provider', 'llm_bad_answer', 'The model gave an empty answer. Try again.', { retryable: true });
}

function malformedAnswer(cause: unknown): Failure {
  const sentence = 'The model’s answer didn’t have the form that was asked for. Try again, or use a larger model.';
  return new Failure('provider', 'llm_bad_answer', sentence, { retryable: true, cause });
}
