import type { ChangeBatch, MessageRef } from '../../provider.ts';
import { writeCursor } from './cursor.ts';
import type { Cursor } from './cursor.ts';
import type { Visit } from './folder-visit.ts';
import type { FolderProgress } from './folder-window.ts';
import { countOf, uidsOf } from '../uid-set.ts';

const maxFlagsPerBatch = 1000;

/** The progress of a sync. */
export type SyncState = {
  folders: Map<string, FolderProgress>;
  /** Removals from a folder that are not reported yet. Until then the folder's cursor does not change. */
  vacated: Map<string, MessageRef[]>;
};

/** One batch, or several if there are very many flags. None when nothing changed; removals are kept for later. */
export function* visitBatches(
  sync: SyncState,
  folder: string,
  { before, visit, arrivals }: { before: Cursor | undefined; visit: Visit; arrivals: ChangeBatch['arrivals'] },
): Generator<ChangeBatch> {
  const { uidvalidity } = visit.cursor;
  const removed = [...uidsOf(visit.removed)].map((uid) => ({ folder, uidvalidity, uid }));
  if (removed.length) sync.vacated.set(folder, [...(sync.vacated.get(folder) ?? []), ...removed]);
  const flags = visit.flags.map((change) => ({ folder, uidvalidity, ...change }));
  while (flags.length > maxFlagsPerBatch) yield { ...emptyBatch(folder), flags: flags.splice(0, maxFlagsPerBatch) };
  const batch = batchOf(sync, folder, { arrivals, flags });
  const hasMoved = batch.cursor !== undefined && (!before || batch.cursor !== writeCursor(before));
  if (arrivals.length || flags.length || hasMoved) yield batch;
}

export function batchOf({ folders, vacated }: SyncState, stream: string, content: Partial<ChangeBatch>): ChangeBatch {
  const progress = folders.get(stream);
  if (!progress) return { ...emptyBatch(stream), ...content };
  const { cursor, pending } = progress;
  const current = countOf(cursor.known);
  const isComplete = cursor.complete && cursor.renumbered === true;
  if (isComplete) delete cursor.renumbered;
  return {
    ...emptyBatch(stream),
    ...(!vacated.has(stream) && { cursor: writeCursor(cursor) }),
    ...(isComplete && { reset: { folder: stream, uidvalidity: cursor.uidvalidity } }),
    progress: { current, total: current + countOf(pending) },
    backfill: content.arrivals?.some(({ uid }) => uid < cursor.oldest_news) ?? false,
    ...content,
  };
}

export function emptyBatch(stream: string): ChangeBatch {
  return { stream, arrivals: [], flags: [], removed: [], backfill: false };
}
