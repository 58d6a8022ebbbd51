import { createHash } from 'node:crypto';
import { instantOf, type Clock } from '../base/clock.ts';
import { sql, type ReadDb, type WriteDb } from '../store/db.ts';

/** Bytes that nothing else holds. They lie in `mail.db`, so that what names them is of one moment with them, backups too. */
export type KeptFile = { id: number; size: number; hash: string };

/** Written in one go: long enough to be quick, short enough to keep nobody waiting. */
const chunkSize = 512 * 1024;

type KeepParts = { db: WriteDb; clock: Clock };

/**
 * Keeps all that `source` gives, and gives what names it. Where `source` throws, or gives more than `limit` bytes (then
 * `tooLarge` makes the error), nothing of it is kept. Until a row names it, `removeUnnamed` may remove it.
 */
export async function keepFile(
  { db, clock }: KeepParts,
  source: AsyncIterable<Uint8Array>,
  { limit = Infinity, tooLarge }: { limit?: number; tooLarge?: () => Error } = {},
): Promise<KeptFile> {
  const { id } = db.run(sql`INSERT INTO kept_files (size, begun_at) VALUES (0, ${instantOf(clock.now())})`);
  const hash = createHash('sha256');
  let size = 0;
  let seq = 0;
  let waiting: Uint8Array[] = [];
  let waitingSize = 0;
  const write = () => {
    const bytes = Buffer.concat(waiting);
    for (let start = 0; start < bytes.length; start += chunkSize)
      db.run(sql`
        INSERT INTO kept_chunks (file, seq, bytes) VALUES (${id}, ${seq++}, ${bytes.subarray(start, start + chunkSize)})`);
    waiting = [];
    waitingSize = 0;
  };
  try {
    for await (const bytes of source) {
      size += bytes.length;
      if (size > limit) throw tooLarge?.() ?? new RangeError('more bytes than may be kept');
      hash.update(bytes);
      waiting.push(bytes);
      waitingSize += bytes.length;
      if (waitingSize >= chunkSize) write();
    }
    write();
    const kept = { id, size, hash: hash.digest('hex') };
    db.run(sql`UPDATE kept_files SET size = ${size}, hash = ${kept.hash} WHERE id = ${id}`);
    return kept;
  } catch (failed) {
    removeKept(db, id);
    throw failed;
  }
}

/** What was kept, piece by piece. Throws where it is gone, or was never whole. */
export async function* keptBytes(db: ReadDb, id: number): AsyncGenerator<Buffer> {
  const file = db.get<{ size: number; hash: string | null }>(sql`SELECT size, hash FROM kept_files WHERE id = ${id}`);
  if (!file || file.hash === null) throw new Error('a kept file is gone or was never whole');
  let left = file.size;
  for (let seq = 0; left > 0; seq++) {
    const chunk = db.get<{ bytes: Buffer }>(sql`SELECT bytes FROM kept_chunks WHERE file = ${id} AND seq = ${seq}`);
    if (!chunk) throw new Error('a kept file lacks a piece');
    left -= chunk.bytes.length;
    yield chunk.bytes;
  }
}

export function removeKept(db: WriteDb, id: number): void {
  db.run(sql`DELETE FROM kept_files WHERE id = ${id}`);
}

/** At the start, when nobody is keeping anything: removes what no row names, and what a stop left unfinished. */
export function removeUnnamed(db: WriteDb): void {
  db.run(sql`
    DELETE FROM kept_files WHERE NOT EXISTS (SELECT 1 FROM draft_files WHERE content = kept_files.id)
      AND NOT EXISTS (SELECT 1 FROM outbox WHERE mime = kept_files.id)`);
}
