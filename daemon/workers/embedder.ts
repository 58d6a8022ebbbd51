import { statSync } from 'node:fs';
import { join } from 'node:path';
import { serveWorker, workerInput } from '../base/worker.ts';
import { embedPending, type EmbedRequest } from '../mail/semantic/embed-pending.ts';
import { embedInBatches, openEmbedder, type Embedder } from '../models/embed.ts';
import { createLoadedModels } from '../models/loaded-models.ts';
import {
  modelPath,
  profileOfModel,
  semanticProfiles,
  type ModelName,
  type SemanticProfile,
  type SemanticProfileName,
} from '../models/semantic-profiles.ts';
import { verifyModel } from '../models/verify-model.ts';
import { openReader, type StoreFiles } from '../store/open.ts';

const { files, modelsDir } = workerInput<{ files: StoreFiles; modelsDir: string }>();
const db = openReader(files);

const models = createLoadedModels();
/** The files whose hash was compared, by model: that takes as long as loading them. */
const verified = new Map<ModelName, string>();

function withModel<T>(model: ModelName, use: (embedder: Embedder) => T | Promise<T>): Promise<T> {
  const profile = profileOfModel(model);
  const folder = join(modelsDir, model);
  const source = sourceOf(profile, folder, async () => {
    if (verified.get(model) === source.identity) return;
    await verifyModel(model, folder);
    verified.set(model, source.identity);
  });
  return models.use(model, source, use);
}

/** An installation may replace the files of a model, which makes it another source. `verify` throws for files that are not to be used. */
function sourceOf(profile: SemanticProfile, folder: string, verify?: () => Promise<void>) {
  const { ino = 0, mtimeMs = 0, size = 0 } = statSync(join(folder, modelPath), { throwIfNoEntry: false }) ?? {};
  return {
    identity: [folder, ino, mtimeMs, size].join('\n'),
    bytes: size,
    async open() {
      const embedder = await openEmbedder(profile, folder);
      await verify?.().catch(async (failed: unknown) => {
        await embedder.close();
        throw failed;
      });
      return embedder;
    },
  };
}

const calls = {
  /** Whether the model in a folder is one of this profile. Throws what `openEmbedder` and `embed` throw. */
  async check({ profile, folder }: { profile: SemanticProfileName; folder: string }): Promise<void> {
    await models.useOnce(sourceOf(semanticProfiles[profile], folder), (embedder) => embedder.embed(['Hello'], 'query'));
  },
  /** The vector of a query. */
  async embedQuery({ model, text }: { model: ModelName; text: string }): Promise<Float32Array> {
    const [vector] = await withModel(model, (embedder) => embedder.embed([text], 'query'));
    return vector!;
  },
  /** The vectors of the newest chunks that have none. */
  embedPending: (request: EmbedRequest) =>
    embedPending(
      {
        db,
        blobs: files.blobs,
        embed: (texts) => embedInBatches((work) => withModel(request.model, work), texts, 'passage'),
      },
      request,
    ),
};

export type EmbedderCalls = typeof calls;

serveWorker(calls, {
  urgent: ['embedQuery'],
  close() {
    models.close();
    db.close();
  },
});
