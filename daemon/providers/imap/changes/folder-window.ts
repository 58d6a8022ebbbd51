import type { Arrival } from '../../provider.ts';
import type { BatchSizer } from './batch-sizer.ts';
import type { FolderState } from './folder-visit.ts';
import { newestOf, noUids, uidsFrom, uidSetOf, union, difference } from '../uid-set.ts';
import type { UidSet } from '../uid-set.ts';
import type { Listing } from './arrivals.ts';

/** A folder during a sync. */
export type FolderProgress = FolderState & {
  /** Fetched data of the newest of `pending` that is not reported yet, newest first. */
  fetched: readonly Arrival[];
  /** When the oldest reported message was received, in milliseconds: the newest message of all folders is reported next. */
  oldestReceivedMs: number;
};

export type MessageWindow = { arrivals: Arrival[]; progress: FolderProgress };

/** The newest pending messages of a folder, up to `limit`. New mail and backfill never share a window. */
export function windowUids({ cursor, pending, fetched }: FolderProgress, limit: number): UidSet {
  if (fetched.length) return noUids;
  const newest = newestOf(pending, limit);
  const newMail = uidsFrom(newest, cursor.oldest_news);
  return newMail.length ? newMail : newest;
}

/** The next messages of a folder, as many as the pace allows, and the resulting state; `listing` describes `requested`. */
export function nextWindow(
  before: FolderProgress,
  { requested, listing, sizer }: { requested: UidSet; listing: Listing; sizer: BatchSizer },
): MessageWindow {
  const listed = [...listing.arrivals.values()].toSorted((a, b) => b.uid - a.uid);
  const fetched = before.fetched.length ? before.fetched : listed;
  // Removed messages are no longer pending.
  const pending = difference(before.pending, difference(requested, uidSetOf(listing.arrivals.keys())));
  const arrivals = fetched.slice(0, sizer.countForNextBatch(fetched.map(({ size }) => size)));
  const reported = uidSetOf(arrivals.map(({ uid }) => uid));
  const remaining = difference(pending, reported);
  const known = union(before.cursor.known, reported);
  const flagless = union(before.cursor.flagless ?? noUids, uidSetOf(listing.flagless));
  const oldest = arrivals.at(-1)?.received.getTime() ?? before.oldestReceivedMs;
  return {
    arrivals,
    progress: {
      cursor: {
        ...before.cursor,
        known,
        complete: !remaining.length,
        ...(flagless.length && { flagless }),
      },
      pending: remaining,
      fetched: fetched.slice(arrivals.length),
      oldestReceivedMs: oldest,
    },
  };
}
