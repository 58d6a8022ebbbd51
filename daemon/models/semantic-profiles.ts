import { createHash } from 'node:crypto';

/** The models for searching by meaning, by the names that the configuration and the wire use. */
export const semanticProfileNames = ['bge-small-en-v1.5', 'multilingual-e5-small', 'bge-m3'] as const;

export type SemanticProfileName = (typeof semanticProfileNames)[number];

/** The name of a model: its profile and a hash of its files. Its folder and its vectors have it. */
export type ModelName = `${SemanticProfileName}@${string}`;

/** A file of a model, by its path in the folder of the model. */
type ModelFileSpec = {
  path: string;
  /** About how large it is, in bytes, which is shown before a download. */
  approximateBytes: number;
  /** The hash that the file must have; null where it is not pinned: then the first download records its hash. */
  sha256: string | null;
};

export type SemanticProfile = {
  name: SemanticProfileName;
  /** The length of a vector. */
  dimensions: number;
  /** Texts are cut to this many tokens, with those that the tokenizer adds. */
  maxTokens: number;
  /** What a text becomes: the vector of its first token, or the mean of all its tokens. */
  pooling: 'first' | 'mean';
  /** Prepended to a query, and to a passage of mail, as the model was trained. */
  prefixes: { query: string; passage: string };
  /** The number of tokens that are computed at once: a query waits for no more than these, and they need the memory. */
  batchTokens: number;
  /** The repository of the model, and its revision. Without a pinned revision, files are those of the day of the download. */
  repository: string;
  revision: string;
  files: readonly ModelFileSpec[];
};

/** Where the model is in its folder. */
export const modelPath = 'onnx/model_quantized.onnx';

/** The names under which a folder that the user has may have it: the first of them that exists. */
export const modelNames = [modelPath, 'model_quantized.onnx', 'onnx/model.onnx', 'model.onnx'] as const;

/** The quantized models, whose vectors are close to those of the full ones at a quarter of the size. */
export const semanticProfiles: Readonly<Record<SemanticProfileName, SemanticProfile>> = {
  'bge-small-en-v1.5': {
    name: 'bge-small-en-v1.5',
    dimensions: 384,
    maxTokens: 512,
    pooling: 'first',
    prefixes: { query: 'Represent this sentence for searching relevant passages: ', passage: '' },
    batchTokens: 512,
    repository: 'Xenova/bge-small-en-v1.5',
    revision: 'main',
    files: filesOf({ model: 34_000_000, tokenizer: 711_000 }),
  },
  'multilingual-e5-small': {
    name: 'multilingual-e5-small',
    dimensions: 384,
    maxTokens: 512,
    pooling: 'mean',
    prefixes: { query: 'query: ', passage: 'passage: ' },
    batchTokens: 512,
    repository: 'Xenova/multilingual-e5-small',
    revision: 'main',
    files: filesOf({ model: 118_000_000, tokenizer: 17_100_000 }),
  },
  'bge-m3': {
    name: 'bge-m3',
    dimensions: 1_024,
    maxTokens: 8_192,
    pooling: 'first',
    prefixes: { query: '', passage: '' },
    batchTokens: 512,
    repository: 'Xenova/bge-m3',
    revision: 'main',
    files: filesOf({ model: 570_000_000, tokenizer: 17_100_000 }),
  },
};

/** Hashes are null because nobody has confirmed them: they are recorded with the first download. */
function filesOf(sizes: { model: number; tokenizer: number }): ModelFileSpec[] {
  return [
    { path: 'tokenizer.json', approximateBytes: sizes.tokenizer, sha256: null },
    { path: 'tokenizer_config.json', approximateBytes: 1_500, sha256: null },
    { path: modelPath, approximateBytes: sizes.model, sha256: null },
  ];
}

/** The name of the model that these files of a profile are. */
export function modelNameOf(
  profile: SemanticProfileName,
  files: readonly { path: string; sha256: string }[],
): ModelName {
  const lines = files.map(({ path, sha256 }) => `${path} ${sha256}\n`).toSorted();
  return `${profile}@${createHash('sha256').update(lines.join('')).digest('hex').slice(0, 16)}`;
}

export function profileOfModel(model: ModelName): SemanticProfile {
  return semanticProfiles[model.slice(0, model.indexOf('@')) as SemanticProfileName];
}

/** About how many bytes the download of a profile has. */
export function downloadBytes({ files }: SemanticProfile): number {
  return files.reduce((sum, { approximateBytes }) => sum + approximateBytes, 0);
}
