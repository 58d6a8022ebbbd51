import type { AdaptiveLimit } from './adaptive-limit.ts';

/** The purposes of connections, the most important first. */
export type ConnectionPurpose = 'user' | 'sync' | 'watch';

/** One of the accounts that share a host. */
export type AccountShare = {
  limit: AdaptiveLimit;
  /** Whether its next refusal counts for the whole host. */
  canLowerHostLimit: boolean;
};

/** A connection that is open or being opened. `onReclaim` gives it up, and is set while the connection is idle. */
export type HeldSlot = {
  share: AccountShare;
  purpose: ConnectionPurpose;
  since: number;
  onReclaim?: (() => void) | undefined;
  isReclaimed: boolean;
};

export type SlotRequest = Pick<HeldSlot, 'share' | 'purpose'>;

type HostState = { limit: AdaptiveLimit; slots: readonly HeldSlot[] };

/** How long a connection may keep its slot, in milliseconds, when the sync of another account waits for one. */
export const sliceMs = 5_000;

const priority: Record<ConnectionPurpose, number> = { user: 0, sync: 1, watch: 2 };

export function slotsOf(slots: readonly HeldSlot[], share: AccountShare): HeldSlot[] {
  return slots.filter((each) => each.share === share);
}

/** The user before syncs before watches, and among equals the account with the fewest connections. */
export function byPriority<W extends SlotRequest>(waiting: readonly W[], slots: readonly HeldSlot[]): W[] {
  const held = ({ share }: SlotRequest) => slotsOf(slots, share).length;
  return waiting.toSorted((a, b) => priority[a.purpose] - priority[b.purpose] || held(a) - held(b));
}

export function canGrant({ limit, slots }: HostState, { share, purpose }: SlotRequest): boolean {
  const mine = slotsOf(slots, share);
  if (isFull(slots, limit) || isFull(mine, share.limit)) return false;
  if (purpose !== 'watch') return true;
  return watches(slots).length < maxWatches(limit) && watches(mine).length < maxWatches(share.limit);
}

/** Watches above the limit after it was reduced, the newest first. */
export function surplusWatches({ limit, slots }: HostState): HeldSlot[] {
  const surplus = (some: readonly HeldSlot[], max: number) =>
    watches(some)
      .filter(({ isReclaimed }) => !isReclaimed)
      .toSorted((a, b) => b.since - a.since)
      .slice(0, Math.max(0, watches(some).length - max));
  const shares = new Set(slots.map(({ share }) => share));
  const own = [...shares].flatMap((share) => surplus(slotsOf(slots, share), maxWatches(share.limit)));
  return [...new Set([...own, ...surplus(slots, maxWatches(limit))])];
}

/**
 * The idle connections that yield their slots to waiting requests: for the user immediately, also within one account; for
 * the sync of another account after a time slice, with the account that has the most connections yielding first. `isLater`
 * means that some will yield, but not yet.
 */
export function slotsToReclaim(
  host: HostState,
  waiting: readonly SlotRequest[],
  now: number,
): { now: HeldSlot[]; isLater: boolean } {
  let pendingReleases = host.slots.filter(({ isReclaimed }) => isReclaimed).length;
  const chosen = new Set<HeldSlot>();
  let isLater = false;
  for (const waiter of byPriority(waiting, host.slots).filter(({ purpose }) => purpose !== 'watch')) {
    if (pendingReleases-- > 0) continue;
    const mine = slotsOf(host.slots, waiter.share);
    const idle = (isFull(mine, waiter.share.limit) ? mine : host.slots).filter(
      (slot) => slot.onReclaim && !slot.isReclaimed && slot.purpose !== 'watch' && !chosen.has(slot),
    );
    const isDue = ({ share, since }: HeldSlot) =>
      waiter.purpose === 'user' || share === waiter.share || now - since >= sliceMs;
    const [first] = idle.filter(isDue).toSorted((a, b) => held(b) - held(a) || a.since - b.since);
    if (first) chosen.add(first);
    else isLater ||= idle.length > 0;
  }
  return { now: [...chosen], isLater };

  function held({ share }: HeldSlot): number {
    return slotsOf(host.slots, share).length;
  }
}

/** Watches never use the last two slots, nor more than half: the others are for reading and fetching mail. */
function maxWatches({ value }: AdaptiveLimit): number {
  return Math.max(0, Math.min(Math.floor(value / 2), value - 2));
}

function watches(slots: readonly HeldSlot[]): HeldSlot[] {
  return slots.filter(({ purpose }) => purpose === 'watch');
}

function isFull(slots: readonly HeldSlot[], { value }: AdaptiveLimit): boolean {
  return slots.length >= value;
}
