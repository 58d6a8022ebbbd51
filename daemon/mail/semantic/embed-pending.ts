import { sql, type ReadDb } from '../../store/db.ts';
import type { ModelName } from '../../models/semantic-profiles.ts';
import { textOf } from '../messages/texts.ts';
import { chunksOf, type Chunk, type ChunkSource } from './chunks.ts';
import { pendingChunks, type NewVector, type PendingChunk } from './vector-store.ts';

export type EmbedRequest = {
  model: ModelName;
  generation: number;
  /** The newest sort key to look at. */
  before: number;
  /** The number of chunks. */
  limit: number;
  /** They get no vector, because the embedder dies over them. */
  isLeftOut?: boolean;
};

/** `before` is where the next part begins; undefined after the last one. */
export type EmbeddedPart = { vectors: NewVector[]; before: number | undefined };

/** Reads the newest chunks without a vector and computes their vectors. Nothing is written. */
export async function embedPending(
  { db, blobs, embed }: { db: ReadDb; blobs: string; embed: (texts: readonly string[]) => Promise<Float32Array[]> },
  { model, generation, before, limit, isLeftOut = false }: EmbedRequest,
): Promise<EmbeddedPart> {
  const { pending, texts } = db.snapshot(() => {
    const found = pendingChunks(db, { model, generation }, { before, limit });
    return { pending: found, texts: isLeftOut ? new Map<number, string>() : textsOf(db, blobs, found) };
  });
  const readable = pending.filter(({ id }) => texts.has(id));
  const found = await embed(readable.map(({ id }) => texts.get(id) ?? ''));
  const vectorsById = new Map(readable.map(({ id }, at) => [id, found[at]]));
  return {
    vectors: pending.map(({ id, hash }) => ({ chunk: id, hash, vector: vectorsById.get(id) })),
    // A message may have more chunks than this part: the next part begins with it.
    before: pending.length < limit ? undefined : pending.at(-1)?.sort_key,
  };
}

/** The texts of chunks, by their number. A text that cannot be read, or is not what was indexed, is left out. */
function textsOf(db: ReadDb, blobs: string, pending: readonly PendingChunk[]): Map<number, string> {
  const texts = new Map<number, string>();
  for (const [sort_key, chunks] of Map.groupBy(pending, (each) => each.sort_key)) {
    const all = chunksOfMessage(db, blobs, sort_key);
    for (const { id, ordinal, hash } of chunks) {
      const chunk = all[ordinal];
      if (chunk?.hash.equals(hash)) texts.set(id, chunk.text);
    }
  }
  return texts;
}

/** The chunks of a stored message; none where it is gone or cannot be read. */
export function chunksOfMessage(db: ReadDb, blobs: string, sort_key: number): Chunk[] {
  const message = db.get<Omit<ChunkSource, 'text'> & { id: number }>(
    sql`SELECT id, subject, from_name, from_email FROM messages WHERE sort_key = ${sort_key}`,
  );
  if (!message) return [];
  try {
    return chunksOf({ ...message, text: textOf(db, blobs, message.id)?.text ?? '' });
  } catch {
    // The indexer has reported that it cannot be read.
    return [];
  }
}
