import type { ReadDb, WriteDb } from '../../store/db.ts';
import { sql } from '../../store/db.ts';
import type { Chunk } from './chunks.ts';
import { bytesOf, floatsOf, quantized } from './quantized.ts';

/**
 * The tables of the semantic index in `index.db`. `semantic_chunks` has the chunks of messages, whether or not they are embedded;
 * `semantic_undivided` has the indexed messages that are not divided into chunks yet. `semantic_vectors` has their vectors by model, one byte for each number, for the scan; `semantic_values` has the exact
 * ones. Its rows are separate, because the scan reads all of the former and few of the latter. Numbers of chunks and vectors are
 * never used again.
 */
export const vectorTables = `
  CREATE TABLE IF NOT EXISTS semantic_chunks (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    sort_key INTEGER NOT NULL,
    ordinal INTEGER NOT NULL,
    hash BLOB NOT NULL,
    UNIQUE (sort_key, ordinal)
  );
  CREATE TABLE IF NOT EXISTS semantic_undivided (sort_key INTEGER PRIMARY KEY);
  CREATE TABLE IF NOT EXISTS semantic_vectors (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    chunk INTEGER NOT NULL REFERENCES semantic_chunks (id) ON DELETE CASCADE,
    model TEXT NOT NULL,
    generation INTEGER NOT NULL,
    scale REAL,
    quantized BLOB,
    UNIQUE (chunk, model)
  );
  CREATE INDEX IF NOT EXISTS semantic_vectors_by_model ON semantic_vectors (model, id);
  CREATE TABLE IF NOT EXISTS semantic_values (
    vector INTEGER PRIMARY KEY REFERENCES semantic_vectors (id) ON DELETE CASCADE,
    value BLOB NOT NULL
  );`;

/** Whether a message was divided into chunks. One without words has none. */
export function hasChunks(index: ReadDb, sort_key: number): boolean {
  return index.get(sql`SELECT 1 FROM semantic_chunks WHERE sort_key = ${sort_key} LIMIT 1`) !== undefined;
}

/** Notes that a message is to be divided in idle time. */
export function noteUndivided(index: WriteDb, sort_key: number): void {
  index.run(sql`INSERT OR IGNORE INTO semantic_undivided (sort_key) VALUES (${sort_key})`);
}

/** The newest messages that are not divided, by sort key. */
export function undividedMessages(index: ReadDb, limit: number): number[] {
  return index
    .all<{ sort_key: number }>(sql`SELECT sort_key FROM semantic_undivided ORDER BY sort_key DESC LIMIT ${limit}`)
    .map(({ sort_key }) => sort_key);
}

/** Stores the chunks of a message. Chunks that have not changed keep their vectors. */
export function saveChunks(index: WriteDb, sort_key: number, chunks: readonly Chunk[]): void {
  const stored = index.all<{ id: number; ordinal: number; hash: Buffer }>(
    sql`SELECT id, ordinal, hash FROM semantic_chunks WHERE sort_key = ${sort_key} ORDER BY ordinal`,
  );
  for (const { id, ordinal, hash } of stored)
    if (!chunks[ordinal]?.hash.equals(hash)) index.run(sql`DELETE FROM semantic_chunks WHERE id = ${id}`);
  chunks.forEach(({ hash }, ordinal) => {
    if (stored.find((each) => each.ordinal === ordinal)?.hash.equals(hash)) return;
    index.run(sql`INSERT INTO semantic_chunks (sort_key, ordinal, hash) VALUES (${sort_key}, ${ordinal}, ${hash})`);
  });
  index.run(sql`DELETE FROM semantic_undivided WHERE sort_key = ${sort_key}`);
}

/** Removes the chunks of a message, with their vectors. */
export function dropChunks(index: WriteDb, sort_key: number): void {
  index.run(sql`DELETE FROM semantic_chunks WHERE sort_key = ${sort_key}`);
  index.run(sql`DELETE FROM semantic_undivided WHERE sort_key = ${sort_key}`);
}

/** The vector of a chunk; undefined for one whose computation failed, which is not tried again until everything is. */
export type NewVector = { chunk: number; hash: Uint8Array; vector: Float32Array | undefined };

/** Stores vectors. Those of chunks that are gone or have changed meanwhile are left out. */
export function saveVectors(
  index: WriteDb,
  { model, generation }: { model: string; generation: number },
  vectors: readonly NewVector[],
): void {
  index.transaction(() => {
    for (const { chunk, hash, vector } of vectors) {
      const known = index.get<{ hash: Buffer }>(sql`SELECT hash FROM semantic_chunks WHERE id = ${chunk}`);
      if (!known?.hash.equals(hash)) continue;
      index.run(sql`DELETE FROM semantic_vectors WHERE chunk = ${chunk} AND model = ${model}`);
      const small = vector && quantized(vector);
      const { id } = index.run(sql`
        INSERT INTO semantic_vectors (chunk, model, generation, scale, quantized)
        VALUES (${chunk}, ${model}, ${generation}, ${small?.scale ?? null}, ${small ? bytesOf(small.values) : null})`);
      if (vector) index.run(sql`INSERT INTO semantic_values (vector, value) VALUES (${id}, ${bytesOf(vector)})`);
    }
  });
}

/** Removes at most `limit` vectors of all models but one. Returns how many. */
export function dropVectors(index: WriteDb, kept: string, limit: number): number {
  return index.run(sql`
    DELETE FROM semantic_vectors WHERE id IN (
      SELECT id FROM semantic_vectors WHERE model < ${kept} UNION ALL
      SELECT id FROM semantic_vectors WHERE model > ${kept} LIMIT ${limit})`).changes;
}

export type PendingChunk = { id: number; sort_key: number; ordinal: number; hash: Buffer };

/** The newest chunks before `before` (a sort key) that have no vector of this generation. `db` has the index as `idx`. */
export function pendingChunks(
  db: ReadDb,
  { model, generation }: { model: string; generation: number },
  { before, limit }: { before: number; limit: number },
): PendingChunk[] {
  return db.all<PendingChunk>(sql`
    SELECT c.id, c.sort_key, c.ordinal, c.hash FROM idx.semantic_chunks c
    WHERE c.sort_key <= ${before} AND NOT EXISTS (
      SELECT 1 FROM idx.semantic_vectors v
      WHERE v.chunk = c.id AND v.model = ${model} AND v.generation >= ${generation})
    ORDER BY c.sort_key DESC, c.ordinal LIMIT ${limit}`);
}

/** How many chunks there are, a message that is not divided counted as one; how many have a vector of the model; how many of this generation; how many failed. */
export type VectorCounts = { chunks: number; embedded: number; current: number; failed: number };

export function vectorCounts(db: ReadDb, { model, generation }: { model: string; generation: number }): VectorCounts {
  const chunks =
    db.get<{ n: number }>(sql`
      SELECT (SELECT count(*) FROM idx.semantic_chunks) + (SELECT count(*) FROM idx.semantic_undivided) AS n`)?.n ?? 0;
  const counted = db.get<Omit<VectorCounts, 'chunks'>>(sql`
    SELECT count(*) AS embedded, coalesce(sum(generation >= ${generation}), 0) AS current,
      coalesce(sum(scale IS NULL), 0) AS failed
    FROM idx.semantic_vectors WHERE model = ${model}`);
  return { chunks, ...(counted ?? { embedded: 0, current: 0, failed: 0 }) };
}

/** How many indexed messages are not divided into chunks yet. */
export function undividedCount(db: ReadDb): number {
  return db.get<{ n: number }>(sql`SELECT count(*) AS n FROM idx.semantic_undivided`)?.n ?? 0;
}

type StoredVector = { id: number; chunk: number; sort_key: number; scale: number; quantized: Buffer };

/** The vectors of a model whose number is above `after`, one after the other. */
export function storedVectors(db: ReadDb, model: string, after: number): IterableIterator<StoredVector> {
  return db.each<StoredVector>(sql`
    SELECT v.id, v.chunk, c.sort_key, v.scale, v.quantized
    FROM idx.semantic_vectors v JOIN idx.semantic_chunks c ON c.id = v.chunk
    WHERE v.model = ${model} AND v.id > ${after} AND v.scale IS NOT NULL ORDER BY v.id`);
}

type ExactVector = { id: number; sort_key: number; value: Float32Array };

/** The exact vectors with these numbers, as far as they are still stored. */
export function exactVectors(db: ReadDb, ids: string): ExactVector[] {
  return db
    .all<{ id: number; sort_key: number; value: Buffer }>(
      sql`
      SELECT v.id, c.sort_key, e.value FROM idx.semantic_vectors v
      JOIN idx.semantic_chunks c ON c.id = v.chunk JOIN idx.semantic_values e ON e.vector = v.id
      WHERE v.id IN (SELECT value FROM json_each(${ids}))`,
    )
    .map(({ value, ...rest }) => ({ ...rest, value: floatsOf(value) }));
}

/** The exact vectors of a message in a model. */
export function vectorsOfMessage(db: ReadDb, model: string, sort_key: number): Float32Array[] {
  return db
    .all<{ value: Buffer }>(
      sql`
      SELECT e.value FROM idx.semantic_chunks c
      JOIN idx.semantic_vectors v ON v.chunk = c.id AND v.model = ${model}
      JOIN idx.semantic_values e ON e.vector = v.id WHERE c.sort_key = ${sort_key} ORDER BY c.ordinal`,
    )
    .map(({ value }) => floatsOf(value));
}
