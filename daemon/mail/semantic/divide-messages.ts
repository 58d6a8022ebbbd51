import type { ReadDb, WriteDb } from '../../store/db.ts';
import { chunksOfMessage } from './embed-pending.ts';
import { saveChunks, undividedMessages } from './vector-store.ts';

/** Divides the newest messages that have no chunks yet, at most `limit`. Returns how many. */
export function divideMessages(
  { mail, index, blobs }: { mail: ReadDb; index: WriteDb; blobs: string },
  limit: number,
): number {
  const divided = undividedMessages(index, limit).map((sort_key) => ({
    sort_key,
    chunks: chunksOfMessage(mail, blobs, sort_key),
  }));
  index.transaction(() => {
    for (const { sort_key, chunks } of divided) saveChunks(index, sort_key, chunks);
  });
  return divided.length;
}
