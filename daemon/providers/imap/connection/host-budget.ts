import type { Clock } from '../../../base/clock.ts';
import { loweredLimit, type LoweredLimit } from './lowered-limit.ts';
import { calledBack, fits, heldBy, inOrder, sliceMs, surplusWatches } from './place-rules.ts';
import type { Lane, Share, Taken, Wanting } from './place-rules.ts';

/** The right to one connection. */
export type Place = {
  /** Nothing is under way: `leave` is called when others need the place, and has to lead to `release`. */
  rest(leave: () => void): void;
  work(): void;
  /** May be called twice. */
  release(): void;
  /** The server took the connection. */
  confirm(): void;
  /** Releases the place, the server having said there are too many. Gives whether a later try may be let in. */
  refuse(): boolean;
};

/** One account's share of the connections to its host. */
export type AccountPlaces = {
  /** Waits for a place. Rejects with the signal's reason. */
  take(lane: Lane, signal: AbortSignal): Promise<Place>;
  /** Whether `take` would not wait. */
  hasRoom(lane: Lane): boolean;
};

/** The connections of this process to one server, shared by all accounts that have their mail there. */
export type HostBudget = { join(): AccountPlaces };

/** One for each lane, which is below what servers allow a user: 10 by Dovecot's default, 4 by Courier's. */
const mostPerAccount = 3;
const mostPerHost = 16;

/** Gives each server its budget, the same one each time. */
export function hostBudgets(clock: Clock): (server: { host: string; port: number }) => HostBudget {
  const budgets = new Map<string, HostBudget>();
  return ({ host, port }) => {
    const key = `${host.toLowerCase()}:${port}`;
    const budget = budgets.get(key) ?? hostBudget({ clock });
    budgets.set(key, budget);
    return budget;
  };
}

type Waiter = Wanting & { admit: (place: Place) => void };

export function hostBudget({ clock, most = mostPerHost }: { clock: Clock; most?: number }): HostBudget {
  const limit = loweredLimit(most, clock);
  const places = new Set<Taken>();
  const waiting = new Set<Waiter>();
  const hostNow = () => ({ limit, taken: [...places] });
  let isSliceTimed = false;

  /** Admits who fits, and asks those at rest for what the others wait for. */
  const settle = () => {
    for (const waiter of inOrder([...waiting], [...places])) {
      if (!fits(hostNow(), waiter)) continue;
      waiting.delete(waiter);
      waiter.admit(occupy({ places, limit, clock, settle }, waiter));
    }
    surplusWatches(hostNow()).forEach(callBack);
    const called = calledBack(hostNow(), [...waiting], clock.now().getTime());
    called.now.forEach(callBack);
    if (called.isLater) void settleAfterSlice();
  };
  const settleAfterSlice = async () => {
    if (isSliceTimed) return;
    isSliceTimed = true;
    await clock.wait(sliceMs);
    isSliceTimed = false;
    settle();
  };

  return {
    join() {
      const share: Share = { limit: loweredLimit(mostPerAccount, clock), mayLower: true };
      return {
        hasRoom: (lane) => fits(hostNow(), { share, lane }),
        take: (lane, signal) =>
          admission(signal, (admit) => {
            const waiter = { share, lane, admit };
            waiting.add(waiter);
            settle();
            return () => void waiting.delete(waiter);
          }),
      };
    },
  };
}

/** Waits until `admit` is called; when the signal aborts before, leaves what it entered. */
function admission(signal: AbortSignal, enter: (admit: (place: Place) => void) => () => void): Promise<Place> {
  return new Promise((resolve, reject) => {
    if (signal.aborted) return reject(signal.reason as Error);
    let leave = () => {};
    const giveUp = () => {
      leave();
      reject(signal.reason as Error);
    };
    signal.addEventListener('abort', giveUp, { once: true });
    leave = enter((place) => {
      signal.removeEventListener('abort', giveUp);
      resolve(place);
    });
  });
}

type Parts = { places: Set<Taken>; limit: LoweredLimit; clock: Clock; settle: () => void };

function occupy({ places, limit, clock, settle }: Parts, { share, lane }: Wanting): Place {
  const mine: Taken = { share, lane, since: clock.now().getTime(), isLeaving: false };
  places.add(mine);

  /** An account that has connections has as many as it may; one that has none makes the others give way, once. */
  const lower = (): boolean => {
    const others = heldBy([...places], share).length;
    if (others > 0) return share.limit.lower(others);
    // Refused again, it is kept out by others than ours, a telephone for instance, and ours keep what they have.
    if (!share.mayLower || places.size === 0) return false;
    share.mayLower = false;
    return limit.lower(places.size);
  };

  return {
    rest(leave) {
      mine.leave = leave;
      settle();
    },
    work() {
      mine.leave = undefined;
      mine.isLeaving = false;
    },
    release() {
      if (places.delete(mine)) settle();
    },
    confirm: () => void (share.mayLower = true),
    refuse() {
      places.delete(mine);
      const isLowered = lower();
      settle();
      return isLowered;
    },
  };
}

/** It leaves in a moment, unless it takes up work before. */
function callBack(place: Taken): void {
  place.isLeaving = true;
  queueMicrotask(() => place.isLeaving && place.leave?.());
}
