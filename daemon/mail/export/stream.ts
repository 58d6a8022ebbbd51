import {
  headsAndTails,
  maxChunkMessages,
  type ExportFormat,
  type ExportChunk,
  type ExportChunkRequest,
} from './export-chunk.ts';

export type ExportProgress = { done: number; total: number; incomplete: number };

export type ExportStreamOptions = {
  onProgress?: ((progress: ExportProgress) => void) | undefined;
  /** Fetches what of a message is left on its server. Without it that is missing. */
  fetchMissing?: {
    findIncomplete: (ids: readonly number[]) => readonly number[];
    fetch: (id: number) => Promise<void>;
  };
};

/**
 * What is exported, piece after piece as somebody takes it: no more than one is held in memory. `read` gives the next one,
 * away from this thread.
 */
export async function* streamExport(
  readChunk: (request: ExportChunkRequest) => Promise<ExportChunk>,
  { ids, format }: { ids: readonly number[]; format: ExportFormat },
  { onProgress, fetchMissing }: ExportStreamOptions = {},
): AsyncGenerator<Uint8Array> {
  const { head, tail } = headsAndTails[format];
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
    incomplete += chunk.incomplete;
    lastThread = chunk.lastThread;
    if (chunk.bytes.length > 0) yield chunk.bytes;
    onProgress?.({ done, total: ids.length, incomplete });
  }
  if (tail) yield Buffer.from(tail);
}

/** Up to the first that was not here whole: the cache need not hold what several have left. */
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
