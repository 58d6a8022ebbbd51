import type { Clock } from '../../../base/clock.ts';
import type { ConnectionQueue } from '../connection/connection-queue.ts';
import { examine } from '../connection/connection-queue.ts';
import { reconnect } from '../connection/reconnect.ts';
import type { OnStall } from '../connection/reconnect.ts';
import { isStall } from '../connection/stall-watch.ts';
import { isConnectionLoss } from '../messages/sources.ts';
import { countOf, difference, highestOf, oldestOf, uidSetOf } from '../uid-set.ts';
import type { UidSet } from '../uid-set.ts';
import { arrivalWithUidOnly, fetchArrivals } from './arrivals.ts';
import type { Listing } from './arrivals.ts';

type ListingDeps = {
  queue: ConnectionQueue;
  clock: Clock;
  signal: AbortSignal;
  onStall: OnStall;
};

type FolderRef = { folder: string; uidvalidity: number };

/** How often the connection may stall on one window before the folder is given up for this sync. */
const maxStalls = 8;

/**
 * The server's data on these messages. If the connection breaks or stalls and works afterwards, the next message is requested
 * alone or, if none was described, ever fewer are requested at a time. Of the message that breaks it alone only the UID is
 * known. `limits` has the approximate number of messages of each folder that one request may include.
 */
export async function listMessages(
  deps: ListingDeps,
  folderRef: FolderRef,
  requested: UidSet,
  limits: Map<string, number>,
): Promise<Listing> {
  const { queue, signal, clock } = deps;
  const { folder } = folderRef;
  const listing: Listing = { arrivals: new Map(), flagless: new Set() };
  let limit = limits.get(folder) ?? Infinity;
  let stalls = 0;
  for (let rest = requested; rest.length;) {
    const part = oldestOf(rest, limit);
    // Trouble with opening the folder is no reason to request fewer messages.
    await queue.use(signal, ({ client }) => examine(client, folder));
    try {
      await queue.use(signal, ({ client }) => fetchArrivals(client, folderRef, part, { listing, clock }));
      rest = difference(rest, part);
      if (limit !== Infinity) limits.set(folder, (limit *= 2));
    } catch (error) {
      if (!isConnectionLoss(error) || queue.isConnected) throw error;
      await reconnect(deps, error);
      if (isStall(error) && ++stalls > maxStalls) throw error;
      const left = difference(rest, uidSetOf(listing.arrivals.keys()));
      const hasAdvanced = countOf(left) < countOf(rest);
      limit = hasAdvanced ? 1 : Math.ceil(countOf(part) / 8);
      limits.set(folder, limit);
      rest = left;
      if (hasAdvanced || countOf(part) > 1) continue;
      const uid = highestOf(part);
      listing.arrivals.set(uid, arrivalWithUidOnly(folderRef, uid, clock));
      rest = difference(rest, part);
    }
  }
  return listing;
}
