import {
  headsAndTails,
  maxChunkMessages,
  type ExportFormat,
  type ExportChunk,
  type ExportChunkRequest,
  type IncompleteMessage,
} from './export-chunk.ts';

export type ExportProgress = { done: number; total: number; incomplete: number };

export type ExportStreamOptions = {
  onProgress?: ((progress: ExportProgress) => void) | undefined;
  onIncomplete?: ((messages: readonly IncompleteMessage[]) => void) | undefined;
  /** The text before and after all messages, if it is not that of the format. */
  frame?: { head: string; tail: string } | undefined;
  /** Fetches the missing ranges of a message. Without it they stay missing. */
  fetchMissing?: {
    findIncomplete: (ids: readonly number[]) => readonly number[];
    fetch: (id: number) => Promise<void>;
  };
};

/**
 * Streams an export chunk by chunk as the consumer reads it, with a single chunk in memory. `read` returns the next
 * chunk from another thread.
 */
export async function* streamExport(
  readChunk: (request: ExportChunkRequest) => Promise<ExportChunk>,
  { ids, format }: { ids: readonly number[]; format: ExportFormat },
  { onProgress, onIncomplete, frame = headsAndTails[format], fetchMissing }: ExportStreamOptions = {},
): AsyncGenerator<Uint8Array> {
  const { head, tail } = frame;
  if (head) yield Buffer.from(head);
  let lastThread: number | undefined;
  let incomplete = 0;
  for (let done = 0; done < ids.length;) {
    const batch = ids.slice(done, done + maxChunkMessages);
    const chunk = await readChunk({
      ids: fetchMissing ? await fetchFirstMissing(batch, fetchMissing) : batch,
      format,
      lastThread,
    });
    done += chunk.processed;
    incomplete += chunk.incomplete.length;
    onIncomplete?.(chunk.incomplete);
    lastThread = chunk.lastThread;
    if (chunk.bytes.length > 0) yield chunk.bytes;
    onProgress?.({ done, total: ids.length, incomplete });
  }
  if (tail) yield Buffer.from(tail);
}

/**
 * Fetches up to the first message that was incomplete: the cache need not hold the missing ranges of several
 * messages.
 */
async function fetchFirstMissing(
  ids: readonly number[],
  { findIncomplete, fetch }: NonNullable<ExportStreamOptions['fetchMissing']>,
): Promise<readonly number[]> {
  const incomplete = new Set(findIncomplete(ids));
  const index = ids.findIndex((id) => incomplete.has(id));
  const first = ids[index];
  if (first === undefined) return ids;
  await fetch(first);
  return ids.slice(0, index + 1);
}
