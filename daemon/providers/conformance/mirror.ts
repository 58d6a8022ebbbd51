import assert from 'node:assert/strict';
import type { Arrival, ChangeBatch, Provider, MessageRef } from '../provider.ts';
import { collect, keyOf, neverAbortedSignal } from './helpers.ts';

/** The expected content of a store after the given batches. Throws for a message that arrives twice. */
export function createMirror() {
  const placements = new Map<string, Arrival>();
  const cursors: Record<string, string> = {};
  const ofFolder = (folder: string) => [...placements.values()].filter((placement) => placement.folder === folder);
  return {
    cursors,
    apply(batch: ChangeBatch) {
      assert.equal(batch.error, undefined);
      for (const arrival of batch.arrivals) {
        assert.equal(placements.has(keyOf(arrival)), false, `${keyOf(arrival)} arrived twice`);
        placements.set(keyOf(arrival), { ...arrival });
      }
      for (const { flags, ...ref } of batch.flags) {
        const placement = placements.get(keyOf(ref));
        if (placement) placement.flags = flags;
      }
      for (const ref of batch.removed) placements.delete(keyOf(ref));
      if (batch.reset) {
        const { folder, uidvalidity } = batch.reset;
        for (const placement of ofFolder(folder))
          if (placement.uidvalidity !== uidvalidity) placements.delete(keyOf(placement));
      }
      if (batch.progress) assert.ok(batch.progress.current <= batch.progress.total, 'progress stays within its total');
      if (batch.cursor === undefined) return;
      JSON.parse(batch.cursor);
      cursors[batch.stream] = batch.cursor;
    },
    /** Newest first, by uid. */
    inFolder: (folder: string) => ofFolder(folder).toSorted((a, b) => b.uid - a.uid),
    find: (ref: MessageRef) => placements.get(keyOf(ref)),
    all: () => [...placements.values()],
    keys: () => [...placements.keys()].toSorted(),
  };
}

type Mirror = ReturnType<typeof createMirror>;

/** Brings the mirror up to date; returns the batches. */
export async function sync(provider: Provider, mirror: Mirror): Promise<ChangeBatch[]> {
  const batches = await collect(provider.changes({ ...mirror.cursors }, neverAbortedSignal()));
  for (const batch of batches) mirror.apply(batch);
  return batches;
}

export async function syncedMirror(provider: Provider): Promise<Mirror> {
  const mirror = createMirror();
  await sync(provider, mirror);
  return mirror;
}

/** Stores batches until `shouldStop` returns true and then stops, like a killed daemon. */
export async function syncUntil(
  provider: Provider,
  mirror: Mirror,
  shouldStop: (batch: ChangeBatch, count: number) => boolean,
): Promise<ChangeBatch[]> {
  const applied: ChangeBatch[] = [];
  for await (const batch of provider.changes({ ...mirror.cursors }, neverAbortedSignal())) {
    mirror.apply(batch);
    if (shouldStop(batch, applied.push(batch))) break;
  }
  return applied;
}
