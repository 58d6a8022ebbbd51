import { createHash } from 'node:crypto';
import { instantOf, type Clock } from '../../base/clock.ts';
import { sql, type ReadDb, type WriteDb } from '../../store/db.ts';

/**
 * Bytes of drafts. They are stored in `mail.db`, so that the rows that refer to them are consistent with them, also
 * in backups.
 */
type DraftBlob = { id: number; size: number; hash: string };

/** Bytes written per statement: large enough to be fast, small enough that requests do not wait. */
const chunkBytes = 512 * 1024;

type DraftBlobDeps = { db: WriteDb; clock: Clock };

/**
 * Stores the content of `source` and returns its blob. If `source` throws, or returns more than `maxBytes` bytes (then
 * `fileTooLarge` creates the error), nothing is stored. Until a row refers to the blob, `removeUnreferencedDraftBlobs`
 * may remove it.
 */
export async function saveDraftBlob(
  { db, clock }: DraftBlobDeps,
  source: AsyncIterable<Uint8Array>,
  { maxBytes = Infinity, fileTooLarge }: { maxBytes?: number; fileTooLarge?: () => Error } = {},
): Promise<DraftBlob> {
  const { id } = db.run(sql`INSERT INTO draft_blobs (size, begun_at) VALUES (0, ${instantOf(clock.now())})`);
  const hash = createHash('sha256');
  let size = 0;
  let seq = 0;
  let pending: Uint8Array[] = [];
  let pendingBytes = 0;
  const write = () => {
    const bytes = Buffer.concat(pending);
    for (let start = 0; start < bytes.length; start += chunkBytes)
      db.run(sql`
        INSERT INTO draft_blob_chunks (file, seq, bytes) VALUES (${id}, ${seq++}, ${bytes.subarray(start, start + chunkBytes)})`);
    pending = [];
    pendingBytes = 0;
  };
  try {
    for await (const bytes of source) {
      size += bytes.length;
      if (size > maxBytes) throw fileTooLarge?.() ?? new RangeError('the content is larger than the limit');
      hash.update(bytes);
      pending.push(bytes);
      pendingBytes += bytes.length;
      if (pendingBytes >= chunkBytes) write();
    }
    write();
    const blob = { id, size, hash: hash.digest('hex') };
    db.run(sql`UPDATE draft_blobs SET size = ${size}, hash = ${blob.hash} WHERE id = ${id}`);
    return blob;
  } catch (failed) {
    removeDraftBlob(db, id);
    throw failed;
  }
}

/** Streams a stored blob. Throws if it is missing or incomplete. */
export async function* readDraftBlob(db: ReadDb, id: number): AsyncGenerator<Buffer> {
  const file = db.get<{ size: number; hash: string | null }>(sql`SELECT size, hash FROM draft_blobs WHERE id = ${id}`);
  if (!file || file.hash === null) throw new Error('the draft blob is missing or incomplete');
  let remainingBytes = file.size;
  for (let seq = 0; remainingBytes > 0; seq++) {
    const chunk = db.get<{ bytes: Buffer }>(
      sql`SELECT bytes FROM draft_blob_chunks WHERE file = ${id} AND seq = ${seq}`,
    );
    if (!chunk) throw new Error('a chunk of the draft blob is missing');
    remainingBytes -= chunk.bytes.length;
    yield chunk.bytes;
  }
}

export function removeDraftBlob(db: WriteDb, id: number): void {
  db.run(sql`DELETE FROM draft_blobs WHERE id = ${id}`);
}

/**
 * Call it at startup, before any blob is written: removes blobs without a reference and blobs that were left
 * incomplete.
 */
export function removeUnreferencedDraftBlobs(db: WriteDb): void {
  db.run(sql`
    DELETE FROM draft_blobs WHERE NOT EXISTS (SELECT 1 FROM draft_files WHERE content = draft_blobs.id)
      AND NOT EXISTS (SELECT 1 FROM uploads WHERE content = draft_blobs.id)
      AND NOT EXISTS (SELECT 1 FROM outbox WHERE mime = draft_blobs.id)`);
}
