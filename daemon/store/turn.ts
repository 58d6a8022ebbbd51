import type { WriteTurn } from './db.ts';

/**
 * Whose turn it is to write `mail.db`. SQLite lets one connection write at a time, knows no priorities, and has those
 * who wait look again after 1, 2, 5, 10, 15 … ms: a worker that commits and begins again at once can keep a request
 * waiting for long. So whoever writes takes the turn here first and is woken the moment it is free, and bulk writers
 * stand back while somebody in front is coming. Shared by all threads.
 */
export type TurnBuffer = SharedArrayBuffer;

/** A claim, or a turn, that nobody gave back (its thread died) lapses after this many milliseconds. */
const lapsesAfter = 200;

/** The numbers of the buffer: until when somebody in front claims the turn, and whether somebody has it. */
const claimed = 0;
const taken = 1;

export function makeTurnBuffer(): TurnBuffer {
  return new SharedArrayBuffer(2 * Int32Array.BYTES_PER_ELEMENT);
}

/** For requests, and for short writes others wait on. */
export function frontTurn(buffer: TurnBuffer): WriteTurn {
  const state = new Int32Array(buffer);
  return {
    take(work) {
      // Claimed anew after each wait, for another one in front took the claim back when it was done.
      do Atomics.store(state, claimed, milliseconds() + lapsesAfter);
      while (!tryTake(state) && Atomics.wait(state, taken, 1, lapsesAfter) !== 'timed-out');
      try {
        return work();
      } finally {
        Atomics.store(state, claimed, 0);
        Atomics.notify(state, claimed);
        giveBack(state);
      }
    },
  };
}

/** For bulk writers, on worker threads only: each transaction first lets those in front go. */
export function bulkTurn(buffer: TurnBuffer): WriteTurn & { isWanted: () => boolean } {
  const state = new Int32Array(buffer);
  return {
    /** Whether somebody in front is waiting: then a transaction should come to its end. */
    isWanted: () => claimFor(state) > 0,
    take(work) {
      for (;;) {
        const until = Atomics.load(state, claimed);
        const left = claimFor(state);
        if (left > 0) Atomics.wait(state, claimed, until, left);
        else if (tryTake(state) || Atomics.wait(state, taken, 1, lapsesAfter) === 'timed-out') break;
      }
      try {
        return work();
      } finally {
        giveBack(state);
      }
    },
  };
}

/** For how many more milliseconds somebody in front claims the turn. */
function claimFor(state: Int32Array): number {
  const until = Atomics.load(state, claimed);
  const left = until === 0 ? 0 : (until - milliseconds()) | 0;
  return left <= lapsesAfter ? Math.max(0, left) : 0;
}

function tryTake(state: Int32Array): boolean {
  return Atomics.compareExchange(state, taken, 0, 1) === 0;
}

function giveBack(state: Int32Array): void {
  Atomics.store(state, taken, 0);
  Atomics.notify(state, taken);
}

/** The time of day as 32 bits, the same on every thread. */
function milliseconds(): number {
  return (performance.timeOrigin + performance.now()) | 0;
}
