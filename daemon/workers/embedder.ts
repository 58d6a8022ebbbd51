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

/** The model that was loaded last. A failed one is loaded again with the next call. */
let loaded: { file: string; embedder: Promise<Embedder> } | undefined;

async function embedderOf(model: ModelName): Promise<Embedder> {
  const folder = join(modelsDir, model);
  const file = identityOf(folder);
  if (loaded?.file !== file) {
    const before = loaded;
    const embedder = openVerified(model, folder);
    loaded = { file, embedder };
    embedder.catch(() => (loaded = undefined));
    void before?.embedder.then((each) => each.close()).catch(() => undefined);
  }
  return loaded.embedder;
}

async function openVerified(model: ModelName, folder: string): Promise<Embedder> {
  const embedder = await openEmbedder(profileOfModel(model), folder);
  await verifyModel(model, folder);
  return embedder;
}

async function embedTexts(model: ModelName, texts: readonly string[]): Promise<Float32Array[]> {
  return texts.length === 0 ? [] : (await embedderOf(model)).embed(texts, 'passage');
}

/** An installation may have replaced the model since it was loaded. */
function identityOf(folder: string): string {
  const { ino, mtimeMs, size } = statSync(join(folder, modelPath), { throwIfNoEntry: false }) ?? {};
  return [folder, ino, mtimeMs, size].join('\n');
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
    const [vector] = await (await embedderOf(model)).embed([text], 'query');
    return vector!;
  },
  /** The vectors of the newest chunks that have none. */
  embedPending: (request: EmbedRequest) =>
    embedPending({ db, blobs: files.blobs, embed: (texts) => embedTexts(request.model, texts) }, request),
};

export type EmbedderCalls = typeof calls;

serveWorker(calls, {
  urgent: ['embedQuery'],
  async close() {
    await loaded?.embedder.then((each) => each.close()).catch(() => undefined);
    db.close();
  },
});
