import type { Clock } from '../../../base/clock.ts';
import type { Arrival, MessageRef } from '../../provider.ts';
import { fetchArrivals } from '../changes/arrivals.ts';
import type { Listing } from '../changes/arrivals.ts';
import type { ConnectionQueue } from '../connection/connection-queue.ts';
import { examine } from '../connection/connection-queue.ts';
import { newestOf, uidSetOf, uidsFrom } from '../uid-set.ts';
import { searchUids } from './search.ts';

/** More mail than this is described by the next sync. */
const maxNewArrivals = 500;

type NewArrivalsRequest = { folder: string; after: { uidvalidity?: number | undefined; uid: number } };

/** `Provider.newArrivals` for IMAP. */
export async function newArrivals(
  { queue, clock }: { queue: ConnectionQueue; clock: Clock },
  { folder, after }: NewArrivalsRequest,
  signal: AbortSignal,
): Promise<Arrival[]> {
  return queue.use(signal, async ({ client }) => {
    const { uidValidity, uidNext } = await examine(client, folder, { anew: true });
    const uidvalidity = Number(uidValidity);
    const first = after.uid + 1;
    if ((after.uidvalidity ?? uidvalidity) !== uidvalidity || (uidNext && uidNext <= first)) return [];
    const uids = uidsFrom(await searchUids(client, { uid: `${first}:*` }), first);
    const listing: Listing = { arrivals: new Map(), flagless: new Set() };
    await fetchArrivals(client, { folder, uidvalidity }, newestOf(uids, maxNewArrivals), { listing, clock });
    return [...listing.arrivals.values()];
  });
}

/** `Provider.describe` for IMAP. Messages of a folder that was renumbered are gone. */
export async function describeMessages(
  { queue, clock }: { queue: ConnectionQueue; clock: Clock },
  refs: readonly MessageRef[],
  signal: AbortSignal,
): Promise<Arrival[]> {
  const described: Arrival[] = [];
  for (const [folder, inFolder] of Map.groupBy(refs, (ref) => ref.folder))
    described.push(
      ...(await queue.use(signal, async ({ client }) => {
        const uidvalidity = Number((await examine(client, folder)).uidValidity);
        const uids = inFolder.filter((ref) => ref.uidvalidity === uidvalidity).map(({ uid }) => uid);
        const listing: Listing = { arrivals: new Map(), flagless: new Set() };
        await fetchArrivals(client, { folder, uidvalidity }, uidSetOf(uids), { listing, clock });
        return [...listing.arrivals.values()];
      })),
    );
  return described;
}
