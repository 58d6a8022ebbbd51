import type { AdaptiveLimit } from './adaptive-limit.ts';

/** What a connection is for, the most important first. */
export type ConnectionPurpose = 'user' | 'sync' | 'watch';

/** One account among those that share a host. */
export type AccountShare = {
  limit: AdaptiveLimit;
  /** Whether its next refusal counts for the whole host. */
  canLowerHostLimit: boolean;
};

/** A connection that is there, or being made. `leave` gives it up, and is there while nothing is under way. */
export type HeldSlot = {
  share: AccountShare;
  purpose: ConnectionPurpose;
  since: number;
  onReclaim?: (() => void) | undefined;
  isReclaimed: boolean;
};

export type SlotRequest = Pick<HeldSlot, 'share' | 'purpose'>;

export type HostState = { limit: AdaptiveLimit; slots: readonly HeldSlot[] };

/** How long a line may keep its place, in milliseconds, when the sync of another account waits for one. */
export const sliceMs = 5_000;

const priority: Record<ConnectionPurpose, number> = { user: 0, sync: 1, watch: 2 };

export function slotsOf(slots: readonly HeldSlot[], share: AccountShare): HeldSlot[] {
  return slots.filter((each) => each.share === share);
}

/** The user before syncs before watches, and among equals the account that holds the fewest. */
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

/** Watches that are too many since a limit was lowered, the newest first. */
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
 * Which lines at rest give their places to those who wait in vain: for the user at once, also within one account, and
 * for the sync of another account after a slice of time, the account that holds the most giving first. `isLater` says
 * that some would, but not yet.
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

/** Watches never take the last two places, nor more than half: mail is read and fetched over the others. */
function maxWatches({ value }: AdaptiveLimit): number {
  return Math.max(0, Math.min(Math.floor(value / 2), value - 2));
}

function watches(slots: readonly HeldSlot[]): HeldSlot[] {
  return slots.filter(({ purpose }) => purpose === 'watch');
}

function isFull(slots: readonly HeldSlot[], { value }: AdaptiveLimit): boolean {
  return slots.length >= value;
}
