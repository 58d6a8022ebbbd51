import { existsSync } from 'node:fs';
import { openReadOnly, sql, type ReadDb, type WriteDb } from '../../store/db.ts';

/** Rows that are copied in one commit. */
const rowsPerCommit = 500;

type OldVector = {
  sort_key: number;
  ordinal: number;
  hash: Buffer;
  model: string;
  generation: number;
  scale: number | null;
  quantized: Buffer | null;
  value: Buffer | null;
};

/**
 * Copies the vectors of a replaced index, as far as its file can be read. A chunk whose message has changed since is replaced when the
 * message is indexed. Returns the number of copied vectors.
 */
export function copyVectors(file: string, index: WriteDb): number {
  const old = existsSync(file) ? openIfReadable(file) : undefined;
  if (!old) return 0;
  const rows = readable(oldVectors(old));
  let copied = 0;
  for (let part = take(rows, rowsPerCommit); part.length > 0; part = take(rows, rowsPerCommit)) {
    index.transaction(() => part.forEach((row) => insertVector(index, row)));
    copied += part.length;
  }
  old.close();
  return copied;
}

function openIfReadable(file: string): ReadDb | undefined {
  try {
    return openReadOnly(file);
  } catch {
    return undefined;
  }
}

/** The rows before the first that is damaged; none of an index without vectors. What is missing is computed again. */
function* readable<Row>(rows: IterableIterator<Row>): Generator<Row> {
  try {
    yield* rows;
  } catch {
    return;
  }
}

function take<Row>(rows: Iterator<Row>, count: number): Row[] {
  const taken: Row[] = [];
  while (taken.length < count) {
    const { done, value } = rows.next();
    if (done) break;
    taken.push(value);
  }
  return taken;
}

function oldVectors(old: ReadDb): IterableIterator<OldVector> {
  return old.each<OldVector>(sql`
    SELECT c.sort_key, c.ordinal, c.hash, v.model, v.generation, v.scale, v.quantized, e.value
    FROM semantic_vectors v JOIN semantic_chunks c ON c.id = v.chunk LEFT JOIN semantic_values e ON e.vector = v.id
    ORDER BY v.id`);
}

function insertVector(index: WriteDb, row: OldVector): void {
  const { sort_key, ordinal, hash, model, generation, scale, quantized, value } = row;
  index.run(sql`
    INSERT OR IGNORE INTO semantic_chunks (sort_key, ordinal, hash) VALUES (${sort_key}, ${ordinal}, ${hash})`);
  const chunk = index.get<{ id: number }>(
    sql`SELECT id FROM semantic_chunks WHERE sort_key = ${sort_key} AND ordinal = ${ordinal}`,
  );
  const { id, changes } = index.run(sql`
    INSERT OR IGNORE INTO semantic_vectors (chunk, model, generation, scale, quantized)
    VALUES (${chunk?.id ?? 0}, ${model}, ${generation}, ${scale}, ${quantized})`);
  if (changes > 0 && value) index.run(sql`INSERT INTO semantic_values (vector, value) VALUES (${id}, ${value})`);
}
