import type { ImapFlow } from 'imapflow';
import type { Clock } from '../../../base/clock.ts';
import type { Arrival } from '../../provider.ts';
import { bareArrival, fetchArrivals } from './arrivals.ts';
import type { BatchPace } from './batch-pace.ts';
import type { FolderState } from './folder-visit.ts';
import { highestOf, newestOf, noUids, uidsFrom, uidSetOf, union, without } from '../uid-set.ts';

/** A folder in the midst of a sync. */
export type Progress = FolderState & {
  /** What the server has told of the newest of `pending` and what was not given yet, newest first. */
  ready: readonly Arrival[];
  /** When the oldest message given so far was received, in milliseconds: the newest of all folders is given next. */
  frontier: number;
};

export type Window = { arrivals: Arrival[]; progress: Progress };

/** The newest of what is pending in a folder, as much as the pace allows, and where the folder then stands. */
export async function nextWindow(
  client: ImapFlow,
  folder: string,
  before: Progress,
  { most, pace, clock }: { most: number; pace: BatchPace; clock: Clock },
): Promise<Window> {
  const { ready, pending } = before.ready.length ? before : await inquire(client, folder, before, { most, clock });
  const arrivals = ready.slice(0, pace.fitting(ready.map(({ size }) => size)));
  const given = uidSetOf(arrivals.map(({ uid }) => uid));
  const left = without(pending, given);
  const known = union(before.cursor.known, given);
  const oldest = arrivals.at(-1)?.received.getTime() ?? before.frontier;
  return {
    arrivals,
    progress: {
      cursor: { ...before.cursor, known, complete: !left.length },
      pending: left,
      ready: ready.slice(arrivals.length),
      frontier: oldest,
    },
  };
}

/** As `nextWindow`, where the server breaks the connection whenever it is asked about the next message. */
export function windowWithout(folder: string, before: Progress, clock: Clock): Window {
  const { cursor, pending } = before;
  const arrival = bareArrival({ folder, uidvalidity: cursor.uidvalidity }, highestOf(pending), clock);
  const given = uidSetOf([arrival.uid]);
  const left = without(pending, given);
  const after = { ...cursor, known: union(cursor.known, given), complete: !left.length };
  return { arrivals: [arrival], progress: { ...before, cursor: after, pending: left, ready: [] } };
}

/** Mail that has just come and mail that is filled in never share a window. What is gone meanwhile is pending no more. */
async function inquire(
  client: ImapFlow,
  folder: string,
  { cursor, pending }: Progress,
  { most, clock }: { most: number; clock: Clock },
): Promise<Pick<Progress, 'ready' | 'pending'>> {
  const newest = newestOf(pending, most);
  const news = uidsFrom(newest, cursor.oldest_news);
  const asked = news.length ? news : newest;
  const ready = await fetchArrivals(client, { folder, uidvalidity: cursor.uidvalidity }, asked, clock);
  const gone = asked.length ? without(asked, uidSetOf(ready.map(({ uid }) => uid))) : noUids;
  return { ready, pending: without(pending, gone) };
}
