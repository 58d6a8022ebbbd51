import type { ImapFlow } from 'imapflow';
import type { Clock } from '../../../base/clock.ts';
import type { Arrival } from '../../provider.ts';
import { arrivalWithUidOnly, fetchArrivals } from './arrivals.ts';
import type { BatchSizer } from './batch-sizer.ts';
import type { FolderState } from './folder-visit.ts';
import { highestOf, newestOf, noUids, uidsFrom, uidSetOf, union, difference } from '../uid-set.ts';

/** A folder during a sync. */
export type FolderProgress = FolderState & {
  /** Fetched data of the newest of `pending` that is not reported yet, newest first. */
  fetched: readonly Arrival[];
  /** When the oldest reported message was received, in milliseconds: the newest message of all folders is reported next. */
  oldestReceivedMs: number;
};

export type MessageWindow = { arrivals: Arrival[]; progress: FolderProgress };

/** The newest pending messages of a folder, as many as the pace allows, and the resulting state of the folder. */
export async function nextWindow(
  client: ImapFlow,
  folder: string,
  before: FolderProgress,
  { limit, sizer, clock }: { limit: number; sizer: BatchSizer; clock: Clock },
): Promise<MessageWindow> {
  const { fetched, pending } = before.fetched.length
    ? before
    : await fetchNext(client, folder, before, { limit, clock });
  const arrivals = fetched.slice(0, sizer.countForNextBatch(fetched.map(({ size }) => size)));
  const reported = uidSetOf(arrivals.map(({ uid }) => uid));
  const remaining = difference(pending, reported);
  const known = union(before.cursor.known, reported);
  const oldest = arrivals.at(-1)?.received.getTime() ?? before.oldestReceivedMs;
  return {
    arrivals,
    progress: {
      cursor: { ...before.cursor, known, complete: !remaining.length },
      pending: remaining,
      fetched: fetched.slice(arrivals.length),
      oldestReceivedMs: oldest,
    },
  };
}

/** Like `nextWindow`, where the server breaks the connection on any request for the next message. */
export function windowWithUidOnly(folder: string, before: FolderProgress, clock: Clock): MessageWindow {
  const { cursor, pending } = before;
  const arrival = arrivalWithUidOnly({ folder, uidvalidity: cursor.uidvalidity }, highestOf(pending), clock);
  const reported = uidSetOf([arrival.uid]);
  const remaining = difference(pending, reported);
  const after = { ...cursor, known: union(cursor.known, reported), complete: !remaining.length };
  return { arrivals: [arrival], progress: { ...before, cursor: after, pending: remaining, fetched: [] } };
}

/** New mail and backfill never share a window. Removed messages are no longer pending. */
async function fetchNext(
  client: ImapFlow,
  folder: string,
  { cursor, pending }: FolderProgress,
  { limit, clock }: { limit: number; clock: Clock },
): Promise<Pick<FolderProgress, 'fetched' | 'pending'>> {
  const newest = newestOf(pending, limit);
  const newMail = uidsFrom(newest, cursor.oldest_news);
  const requested = newMail.length ? newMail : newest;
  const fetched = await fetchArrivals(client, { folder, uidvalidity: cursor.uidvalidity }, requested, clock);
  const gone = requested.length ? difference(requested, uidSetOf(fetched.map(({ uid }) => uid))) : noUids;
  return { fetched, pending: difference(pending, gone) };
}
