import type { Clock } from '../../../base/clock.ts';
import { createAdaptiveLimit, type AdaptiveLimit } from './adaptive-limit.ts';
import { slotsToReclaim, canGrant, slotsOf, byPriority, sliceMs, surplusWatches } from './slot-rules.ts';
import type { ConnectionPurpose, AccountShare, HeldSlot, SlotRequest } from './slot-rules.ts';

/** The right to one connection. */
export type ConnectionSlot = {
  /** Marks the connection as idle: `onReclaim` is called when others need the slot, and must lead to `release`. */
  markIdle(onReclaim: () => void): void;
  markBusy(): void;
  /** May be called twice. */
  release(): void;
  /** Reports that the server accepted the connection. */
  confirm(): void;
  /** Releases the slot because the server reported too many connections. Returns whether a later attempt may succeed. */
  rejectAndRelease(): boolean;
};

/** One account's share of the connections to its host. */
export type AccountSlots = {
  /** Waits for a slot. Rejects with the signal's reason. */
  acquire(purpose: ConnectionPurpose, signal: AbortSignal): Promise<ConnectionSlot>;
  /** Whether `acquire` would not wait. */
  hasFreeSlot(purpose: ConnectionPurpose): boolean;
};

/** The connections of this process to one server, shared by all its accounts. */
export type HostBudget = { addAccount(): AccountSlots };

/** One for each purpose, which is below the limits of servers for a user: 10 by Dovecot's default, 4 by Courier's. */
const maxConnectionsPerAccount = 3;
const maxConnectionsPerHost = 16;

/** Returns the budget of each server, always the same one. */
export function createHostBudgets(clock: Clock): (server: { host: string; port: number }) => HostBudget {
  const budgets = new Map<string, HostBudget>();
  return ({ host, port }) => {
    const key = `${host.toLowerCase()}:${port}`;
    const budget = budgets.get(key) ?? createHostBudget({ clock });
    budgets.set(key, budget);
    return budget;
  };
}

type Waiter = SlotRequest & { admit: (slot: ConnectionSlot) => void };

export function createHostBudget({
  clock,
  maxConnections = maxConnectionsPerHost,
}: {
  clock: Clock;
  maxConnections?: number;
}): HostBudget {
  const limit = createAdaptiveLimit(maxConnections, clock);
  const slots = new Set<HeldSlot>();
  const waiting = new Set<Waiter>();
  const hostState = () => ({ limit, slots: [...slots] });
  let isSliceTimed = false;

  /** Admits requests within the limits, and asks idle connections to yield to the other requests. */
  const assignSlots = () => {
    for (const waiter of byPriority([...waiting], [...slots])) {
      if (!canGrant(hostState(), waiter)) continue;
      waiting.delete(waiter);
      waiter.admit(createSlot({ slots, limit, clock, assignSlots }, waiter));
    }
    surplusWatches(hostState()).forEach(reclaim);
    const toReclaim = slotsToReclaim(hostState(), [...waiting], clock.now().getTime());
    toReclaim.now.forEach(reclaim);
    if (toReclaim.isLater) void assignAfterSlice();
  };
  const assignAfterSlice = async () => {
    if (isSliceTimed) return;
    isSliceTimed = true;
    await clock.wait(sliceMs);
    isSliceTimed = false;
    assignSlots();
  };

  return {
    addAccount() {
      const share: AccountShare = {
        limit: createAdaptiveLimit(maxConnectionsPerAccount, clock),
        canLowerHostLimit: true,
      };
      return {
        hasFreeSlot: (purpose) => canGrant(hostState(), { share, purpose }),
        acquire: (purpose, signal) =>
          waitForSlot(signal, (admit) => {
            const waiter = { share, purpose, admit };
            waiting.add(waiter);
            assignSlots();
            return () => void waiting.delete(waiter);
          }),
      };
    },
  };
}

/** Waits until `admit` is called; removes the entry if the signal aborts first. */
function waitForSlot(
  signal: AbortSignal,
  joinQueue: (admit: (slot: ConnectionSlot) => void) => () => void,
): Promise<ConnectionSlot> {
  return new Promise((resolve, reject) => {
    if (signal.aborted) return reject(signal.reason as Error);
    let leaveQueue = () => {};
    const giveUp = () => {
      leaveQueue();
      reject(signal.reason as Error);
    };
    signal.addEventListener('abort', giveUp, { once: true });
    leaveQueue = joinQueue((slot) => {
      signal.removeEventListener('abort', giveUp);
      resolve(slot);
    });
  });
}

type SlotDeps = { slots: Set<HeldSlot>; limit: AdaptiveLimit; clock: Clock; assignSlots: () => void };

function createSlot({ slots, limit, clock, assignSlots }: SlotDeps, { share, purpose }: SlotRequest): ConnectionSlot {
  const slot: HeldSlot = { share, purpose, since: clock.now().getTime(), isReclaimed: false };
  slots.add(slot);

  /** An account with connections has reached its limit; an account without any makes the others yield, once. */
  const lower = (): boolean => {
    const others = slotsOf([...slots], share).length;
    if (others > 0) return share.limit.lower(others);
    // A second refusal has a cause outside this process, such as a phone, so the other accounts keep their connections.
    if (!share.canLowerHostLimit || slots.size === 0) return false;
    share.canLowerHostLimit = false;
    return limit.lower(slots.size);
  };

  return {
    markIdle(onReclaim) {
      slot.onReclaim = onReclaim;
      assignSlots();
    },
    markBusy() {
      slot.onReclaim = undefined;
      slot.isReclaimed = false;
    },
    release() {
      if (slots.delete(slot)) assignSlots();
    },
    confirm: () => void (share.canLowerHostLimit = true),
    rejectAndRelease() {
      slots.delete(slot);
      const isLowered = lower();
      assignSlots();
      return isLowered;
    },
  };
}

/** It leaves shortly, unless it gets work first. */
function reclaim(slot: HeldSlot): void {
  slot.isReclaimed = true;
  queueMicrotask(() => slot.isReclaimed && slot.onReclaim?.());
}
