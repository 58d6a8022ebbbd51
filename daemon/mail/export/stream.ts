import { frames, messagesAtATime, type ExportFormat, type ExportPiece, type ExportStretch } from './piece.ts';

export type ExportProgress = { done: number; total: number; incomplete: number };

export type ExportSteps = {
  onProgress?: ((progress: ExportProgress) => void) | undefined;
  /** Fetches what of a message is left on its server. Without it that is missing. */
  fetchLeft?: { among: (ids: readonly number[]) => readonly number[]; fetch: (id: number) => Promise<void> };
};

/**
 * What is exported, piece after piece as somebody takes it: no more than one is held in memory. `read` gives the next one,
 * away from this thread.
 */
export async function* exportedBytes(
  read: (stretch: ExportStretch) => Promise<ExportPiece>,
  { ids, format }: { ids: readonly number[]; format: ExportFormat },
  { onProgress, fetchLeft }: ExportSteps = {},
): AsyncGenerator<Uint8Array> {
  const { head, tail } = frames[format];
  if (head) yield Buffer.from(head);
  let lastThread: number | undefined;
  let incomplete = 0;
  for (let done = 0; done < ids.length;) {
    const wanted = ids.slice(done, done + messagesAtATime);
    const piece = await read({ ids: fetchLeft ? await fetched(wanted, fetchLeft) : wanted, format, lastThread });
    done += piece.taken;
    incomplete += piece.incomplete;
    lastThread = piece.lastThread;
    if (piece.bytes.length > 0) yield piece.bytes;
    onProgress?.({ done, total: ids.length, incomplete });
  }
  if (tail) yield Buffer.from(tail);
}

/** Up to the first that was not here whole: the cache need not hold what several have left. */
async function fetched(
  ids: readonly number[],
  { among, fetch }: NonNullable<ExportSteps['fetchLeft']>,
): Promise<readonly number[]> {
  const left = new Set(among(ids));
  const at = ids.findIndex((id) => left.has(id));
  const first = ids[at];
  if (first === undefined) return ids;
  await fetch(first);
  return ids.slice(0, at + 1);
}
