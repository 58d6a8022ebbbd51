import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { sql, type ReadDb } from '../../store/db.ts';
import { attachmentCacheKey } from '../attachments/attachments.ts';

/** A missing range of a source as the server encodes it, if it is completely in the cache. */
export function readCachedRange(
  db: ReadDb,
  cacheFolder: string,
  { message_id, start, length }: { message_id: string; start: number; length: number },
): Buffer | undefined {
  const row = db.get<{ file: string }>(
    sql`SELECT file FROM cached_files WHERE key = ${attachmentCacheKey(message_id, start)}`,
  );
  if (!row) return undefined;
  try {
    const bytes = readFileSync(join(cacheFolder, row.file));
    return bytes.length === length ? bytes : undefined;
  } catch (failed) {
    // The folder may be emptied at any time.
    if (failed instanceof Error && 'code' in failed && failed.code === 'ENOENT') return undefined;
    throw failed;
  }
}
