import { statSync } from 'node:fs';
import { join } from 'node:path';
import { serveWorker, workerInput } from '../base/worker.ts';
import { embedPending, type EmbedRequest } from '../mail/semantic/embed-pending.ts';
import { openEmbedder, type Embedder } from '../models/embed.ts';
import {
  modelPath,
  profileOfModel,
  semanticProfiles,
  type ModelName,
  type SemanticProfileName,
} from '../models/semantic-profiles.ts';
import { verifyModel } from '../models/verify-model.ts';
import { openReader, type StoreFiles } from '../store/open.ts';

const { files, modelsDir } = workerInput<{ files: StoreFiles; modelsDir: string }>();
const db = openReader(files);

/** A loaded model, and the calls that use it now. One that is `left` is closed after the last of them. */
type LoadedModel = { identity: string; embedder: Promise<Embedder>; users: number; isLeft: boolean };

/** While mail is embedded with another model, searches need the one before too. */
const maxLoaded = 2;

/** By name, the one that was used last at the end. A failed one is loaded again with the next call. */
const loaded = new Map<ModelName, LoadedModel>();

async function withEmbedder<T>(model: ModelName, use: (embedder: Embedder) => Promise<T>): Promise<T> {
  const entry = entryOf(model);
  entry.users++;
  try {
    return await use(await entry.embedder);
  } finally {
    entry.users--;
    if (entry.isLeft) closeUnused(entry);
  }
}

function entryOf(model: ModelName): LoadedModel {
  const identity = identityOf(join(modelsDir, model));
  const known = loaded.get(model);
  if (known && known.identity !== identity) leave(model, known);
  const entry = loaded.get(model) ?? load(model, identity);
  loaded.delete(model);
  loaded.set(model, entry);
  for (const [name, each] of [...loaded].slice(0, -maxLoaded)) leave(name, each);
  return entry;
}

function load(model: ModelName, identity: string): LoadedModel {
  const entry = { identity, embedder: openVerified(model), users: 0, isLeft: false };
  entry.embedder.catch(() => loaded.get(model) === entry && loaded.delete(model));
  return entry;
}

function leave(model: ModelName, entry: LoadedModel): void {
  loaded.delete(model);
  entry.isLeft = true;
  closeUnused(entry);
}

function closeUnused({ users, embedder }: LoadedModel): void {
  if (users === 0) void embedder.then((each) => each.close()).catch(() => undefined);
}

async function openVerified(model: ModelName): Promise<Embedder> {
  const folder = join(modelsDir, model);
  const embedder = await openEmbedder(profileOfModel(model), folder);
  await verifyModel(model, folder);
  return embedder;
}

async function embedTexts(model: ModelName, texts: readonly string[]): Promise<Float32Array[]> {
  return texts.length === 0 ? [] : withEmbedder(model, (embedder) => embedder.embed(texts, 'passage'));
}

/** An installation may have replaced the model since it was loaded. */
function identityOf(folder: string): string {
  const { ino, mtimeMs, size } = statSync(join(folder, modelPath), { throwIfNoEntry: false }) ?? {};
  return [ino, mtimeMs, size].join('\n');
}

const calls = {
  /** Whether the model in a folder is one of this profile. Throws what `openEmbedder` and `embed` throw. */
  async check({ profile, folder }: { profile: SemanticProfileName; folder: string }): Promise<void> {
    const embedder = await openEmbedder(semanticProfiles[profile], folder);
    try {
      await embedder.embed(['Hello'], 'query');
    } finally {
      await embedder.close();
    }
  },
  /** The vector of a query. */
  async embedQuery({ model, text }: { model: ModelName; text: string }): Promise<Float32Array> {
    const [vector] = await withEmbedder(model, (embedder) => embedder.embed([text], 'query'));
    return vector!;
  },
  /** The vectors of the newest chunks that have none. */
  embedPending: (request: EmbedRequest) =>
    embedPending({ db, blobs: files.blobs, embed: (texts) => embedTexts(request.model, texts) }, request),
};

export type EmbedderCalls = typeof calls;

serveWorker(calls, {
  urgent: ['embedQuery'],
  close() {
    for (const [model, entry] of loaded) leave(model, entry);
    db.close();
  },
});
