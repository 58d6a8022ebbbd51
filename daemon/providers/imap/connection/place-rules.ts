import type { LoweredLimit } from './lowered-limit.ts';

/** What a connection is for, the most important first. */
export type Lane = 'user' | 'sync' | 'watch';

/** One account among those that share a host. */
export type Share = {
  limit: LoweredLimit;
  /** Whether its next refusal counts for the whole host. */
  mayLower: boolean;
};

/** A connection that is there, or being made. `leave` gives it up, and is there while nothing is under way. */
export type Taken = {
  share: Share;
  lane: Lane;
  since: number;
  leave?: (() => void) | undefined;
  isLeaving: boolean;
};

export type Wanting = Pick<Taken, 'share' | 'lane'>;

export type Host = { limit: LoweredLimit; taken: readonly Taken[] };

/** How long a line may keep its place, in milliseconds, when the sync of another account waits for one. */
export const sliceMs = 5_000;

const rank: Record<Lane, number> = { user: 0, sync: 1, watch: 2 };

export function heldBy(taken: readonly Taken[], share: Share): Taken[] {
  return taken.filter((each) => each.share === share);
}

/** The user before syncs before watches, and among equals the account that holds the fewest. */
export function inOrder<W extends Wanting>(waiting: readonly W[], taken: readonly Taken[]): W[] {
  const held = ({ share }: Wanting) => heldBy(taken, share).length;
  return waiting.toSorted((a, b) => rank[a.lane] - rank[b.lane] || held(a) - held(b));
}

export function fits({ limit, taken }: Host, { share, lane }: Wanting): boolean {
  const mine = heldBy(taken, share);
  if (isFull(taken, limit) || isFull(mine, share.limit)) return false;
  if (lane !== 'watch') return true;
  return watches(taken).length < mostWatches(limit) && watches(mine).length < mostWatches(share.limit);
}

/** Watches that are too many since a limit was lowered, the newest first. */
export function surplusWatches({ limit, taken }: Host): Taken[] {
  const surplus = (some: readonly Taken[], most: number) =>
    watches(some)
      .filter(({ isLeaving }) => !isLeaving)
      .toSorted((a, b) => b.since - a.since)
      .slice(0, Math.max(0, watches(some).length - most));
  const shares = new Set(taken.map(({ share }) => share));
  const own = [...shares].flatMap((share) => surplus(heldBy(taken, share), mostWatches(share.limit)));
  return [...new Set([...own, ...surplus(taken, mostWatches(limit))])];
}

/**
 * Which lines at rest give their places to those who wait in vain: for the user at once, also within one account, and
 * for the sync of another account after a slice of time, the account that holds the most giving first. `isLater` says
 * that some would, but not yet.
 */
export function calledBack(host: Host, waiting: readonly Wanting[], now: number): { now: Taken[]; isLater: boolean } {
  let coming = host.taken.filter(({ isLeaving }) => isLeaving).length;
  const called = new Set<Taken>();
  let isLater = false;
  for (const waiter of inOrder(waiting, host.taken).filter(({ lane }) => lane !== 'watch')) {
    if (coming-- > 0) continue;
    const mine = heldBy(host.taken, waiter.share);
    const atRest = (isFull(mine, waiter.share.limit) ? mine : host.taken).filter(
      (place) => place.leave && !place.isLeaving && place.lane !== 'watch' && !called.has(place),
    );
    const isDue = ({ share, since }: Taken) =>
      waiter.lane === 'user' || share === waiter.share || now - since >= sliceMs;
    const [first] = atRest.filter(isDue).toSorted((a, b) => held(b) - held(a) || a.since - b.since);
    if (first) called.add(first);
    else isLater ||= atRest.length > 0;
  }
  return { now: [...called], isLater };

  function held({ share }: Taken): number {
    return heldBy(host.taken, share).length;
  }
}

/** Watches never take the last two places, nor more than half: mail is read and fetched over the others. */
function mostWatches({ value }: LoweredLimit): number {
  return Math.max(0, Math.min(Math.floor(value / 2), value - 2));
}

function watches(taken: readonly Taken[]): Taken[] {
  return taken.filter(({ lane }) => lane === 'watch');
}

function isFull(taken: readonly Taken[], { value }: LoweredLimit): boolean {
  return taken.length >= value;
}
