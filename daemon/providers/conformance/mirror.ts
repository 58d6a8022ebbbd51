import assert from 'node:assert/strict';
import type { Arrival, ChangeBatch, Provider, Ref } from '../provider.ts';
import { collect, keyOf, never } from './reading.ts';

/** What a store would hold after the batches it was given. Complains of a message that arrives twice. */
export function mirrorOf() {
  const places = new Map<string, Arrival>();
  const cursors: Record<string, string> = {};
  const ofFolder = (folder: string) => [...places.values()].filter((place) => place.folder === folder);
  return {
    cursors,
    take(batch: ChangeBatch) {
      assert.equal(batch.trouble, undefined);
      for (const arrival of batch.arrivals) {
        assert.equal(places.has(keyOf(arrival)), false, `${keyOf(arrival)} arrived twice`);
        places.set(keyOf(arrival), { ...arrival });
      }
      for (const { flags, ...ref } of batch.flags) {
        const place = places.get(keyOf(ref));
        if (place) place.flags = flags;
      }
      for (const ref of batch.removed) places.delete(keyOf(ref));
      if (batch.reset) {
        const { folder, uidvalidity } = batch.reset;
        for (const place of ofFolder(folder)) if (place.uidvalidity !== uidvalidity) places.delete(keyOf(place));
      }
      if (batch.progress) assert.ok(batch.progress.current <= batch.progress.total, 'progress stays within its total');
      if (batch.cursor === undefined) return;
      JSON.parse(batch.cursor);
      cursors[batch.stream] = batch.cursor;
    },
    /** Newest first, by uid. */
    in: (folder: string) => ofFolder(folder).toSorted((a, b) => b.uid - a.uid),
    at: (ref: Ref) => places.get(keyOf(ref)),
    all: () => [...places.values()],
    keys: () => [...places.keys()].toSorted(),
  };
}

export type Mirror = ReturnType<typeof mirrorOf>;

/** Brings the mirror up to date; gives the batches it took. */
export async function sync(provider: Provider, mirror: Mirror): Promise<ChangeBatch[]> {
  const batches = await collect(provider.changes({ ...mirror.cursors }, never()));
  for (const batch of batches) mirror.take(batch);
  return batches;
}

export async function synced(provider: Provider): Promise<Mirror> {
  const mirror = mirrorOf();
  await sync(provider, mirror);
  return mirror;
}

/** Stores batches up to the one that is `enough` and walks away, as a daemon that is killed does. */
export async function syncUntil(
  provider: Provider,
  mirror: Mirror,
  enough: (batch: ChangeBatch, count: number) => boolean,
): Promise<ChangeBatch[]> {
  const taken: ChangeBatch[] = [];
  for await (const batch of provider.changes({ ...mirror.cursors }, never())) {
    mirror.take(batch);
    if (enough(batch, taken.push(batch))) break;
  }
  return taken;
}
