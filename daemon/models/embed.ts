import { existsSync, readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { Tokenizer } from '@huggingface/tokenizers';
import type { InferenceSession } from 'onnxruntime-node';
import { Failure } from '../base/failure.ts';
import { tokenBatches } from './token-batches.ts';
import { modelPath, type SemanticProfile } from './semantic-profiles.ts';

type EmbedKind = 'query' | 'passage';

/** The tokens of texts, and which of the texts are computed at once, by their positions. */
type TokenizedTexts = { tokens: number[][]; batches: number[][] };

/** A loaded model. */
export type Embedder = {
  /** One vector of length 1 for each text, in their order. Throws Failure `model_failed`. */
  embed(texts: readonly string[], kind: EmbedKind): Promise<Float32Array[]>;
  tokenize(texts: readonly string[], kind: EmbedKind): TokenizedTexts;
  /** The vectors of some texts, from their tokens. */
  compute(tokens: readonly (readonly number[])[]): Promise<Float32Array[]>;
  close(): Promise<void>;
};

/** As `embed`, but asks for the model before each batch, so that another model may be loaded between two batches. */
export async function embedInBatches(
  use: <T>(work: (embedder: Embedder) => T | Promise<T>) => Promise<T>,
  texts: readonly string[],
  kind: EmbedKind,
): Promise<Float32Array[]> {
  if (texts.length === 0) return [];
  const { tokens, batches } = await use((embedder) => embedder.tokenize(texts, kind));
  const vectors: Float32Array[] = [];
  for (const batch of batches) {
    const found = await use((embedder) => embedder.compute(batch.map((at) => tokens[at] ?? [])));
    batch.forEach((at, i) => (vectors[at] = found[i]!));
  }
  return vectors;
}

/**
 * Loads the model of a profile from a folder. The runtime is loaded here and nowhere else. Throws Failure `model_unusable` if the
 * runtime does not run on this computer or the files are no model of this profile.
 */
export async function openEmbedder(profile: SemanticProfile, folder: string): Promise<Embedder> {
  const tokenizer = readTokenizer(folder);
  const session = await openSession(folder);
  const embedder: Embedder = {
    embed: (texts, kind) => embedInBatches(async (work) => work(embedder), texts, kind),
    tokenize(texts, kind) {
      const tokens = texts.map((text) => tokensOf(tokenizer, `${profile.prefixes[kind]}${text}`, profile.maxTokens));
      const lengths = tokens.map(({ length }) => length);
      return { tokens, batches: tokenBatches(lengths, profile.batchTokens) };
    },
    compute: (tokens) => runBatch(session, tokens, profile),
    close: () => session.release(),
  };
  return embedder;
}

function readTokenizer(folder: string): Tokenizer {
  try {
    const read = (name: string) => JSON.parse(readFileSync(join(folder, name), 'utf8')) as object;
    return new Tokenizer(read('tokenizer.json'), read('tokenizer_config.json'));
  } catch (failed) {
    throw unusable('A file of the model is missing or damaged. Remove the model, then install it again.', failed);
  }
}

/** One core is left to everything else. Without an arena, memory is given back as soon as it is not needed. */
async function openSession(folder: string): Promise<InferenceSession> {
  const file = join(folder, modelPath);
  if (!existsSync(file)) throw unusable('The model is missing. Install it again.');
  try {
    const { InferenceSession } = await import('onnxruntime-node');
    return await InferenceSession.create(file, {
      executionProviders: ['cpu'],
      intraOpNumThreads: Math.max(1, Math.min(4, availableParallelism() - 1)),
      interOpNumThreads: 1,
      enableCpuMemArena: false,
      enableMemPattern: false,
      logSeverityLevel: 3,
    });
  } catch (failed) {
    throw unusable('The model can’t be loaded. Remove it, then install it again.', failed);
  }
}

/** The ids of the tokens of a text. A text that is too long loses its end, but not the token that closes it. */
function tokensOf(tokenizer: Tokenizer, text: string, most: number): number[] {
  const { ids } = tokenizer.encode(text);
  return ids.length <= most ? ids : [...ids.slice(0, most - 1), ids.at(-1) ?? 0];
}

async function runBatch(
  session: InferenceSession,
  batch: readonly (readonly number[])[],
  profile: SemanticProfile,
): Promise<Float32Array[]> {
  const { Tensor } = await import('onnxruntime-node');
  const longest = Math.max(...batch.map(({ length }) => length));
  const size = batch.length * longest;
  const [ids, mask] = [new BigInt64Array(size), new BigInt64Array(size)];
  batch.forEach((tokens, row) =>
    tokens.forEach((id, at) => {
      ids[row * longest + at] = BigInt(id);
      mask[row * longest + at] = 1n;
    }),
  );
  const tensor = (values: BigInt64Array) => new Tensor('int64', values, [batch.length, longest]);
  const inputs = { input_ids: ids, attention_mask: mask, token_type_ids: new BigInt64Array(size) };
  const feeds = Object.fromEntries(
    Object.entries(inputs).flatMap(([name, values]) =>
      session.inputNames.includes(name) ? [[name, tensor(values)]] : [],
    ),
  );
  const output = await session.run(feeds).catch((failed: unknown) => {
    throw new Failure('internal', 'model_failed', 'The model failed. The log has details.', { cause: failed });
  });
  const [name = ''] = session.outputNames;
  const hidden = output[name];
  if (hidden?.type !== 'float32') throw unusable('The model doesn’t give numbers of 32 bits.');
  const data = hidden.data as Float32Array;
  const width = hidden.dims.at(-1);
  if (width !== profile.dimensions)
    throw unusable(`The model gives vectors of length ${width}, but ${profile.name} has ${profile.dimensions}.`);
  return batch.map((tokens, row) => {
    // A model that pools by itself gives one vector for each text.
    if (hidden.dims.length === 2) return normalized(data.slice(row * width, (row + 1) * width));
    const rowStart = row * longest * width;
    const count = profile.pooling === 'first' ? 1 : tokens.length;
    return normalized(mean(data.subarray(rowStart, rowStart + count * width), width));
  });
}

function mean(data: Float32Array, width: number): Float32Array {
  const sum = new Float32Array(width);
  for (let at = 0; at < data.length; at += width) for (let i = 0; i < width; i++) sum[i]! += data[at + i]!;
  return sum;
}

/** The vector with length 1. Throws Failure `model_failed` for a vector that has no direction. */
function normalized(vector: Float32Array): Float32Array {
  const length = Math.hypot(...vector);
  if (!Number.isFinite(length) || length === 0)
    throw new Failure('internal', 'model_failed', 'The model failed: its vector has no direction.');
  return vector.map((value) => value / length);
}

function unusable(sentence: string, cause?: unknown): Failure {
  return new Failure('unavailable', 'model_unusable', sentence, { cause });
}
