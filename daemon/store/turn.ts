import type { WriteTurn } from './db.ts';

/**
 * Whose turn it is to write `mail.db`. SQLite lets one connection write at a time and knows no priorities: a worker that
 * commits and begins again at once can keep a request waiting for long. So those in front say here that they are
 * coming, and bulk writers look before each of their short transactions. Shared by all threads.
 */
export type TurnBuffer = SharedArrayBuffer;

/** A claim that nobody took back (its thread died) lapses after this many milliseconds. */
const claimFor = 200;

export function makeTurnBuffer(): TurnBuffer {
  return new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT);
}

/** For requests, and for short writes others wait on. */
export function frontTurn(buffer: TurnBuffer): WriteTurn {
  const claim = new Int32Array(buffer);
  return {
    take(work) {
      Atomics.store(claim, 0, milliseconds() + claimFor);
      try {
        return work();
      } finally {
        Atomics.store(claim, 0, 0);
        Atomics.notify(claim, 0);
      }
    },
  };
}

/** For bulk writers, on worker threads only: each transaction first lets those in front go. */
export function bulkTurn(buffer: TurnBuffer): WriteTurn {
  const claim = new Int32Array(buffer);
  return {
    take(work) {
      for (;;) {
        const until = Atomics.load(claim, 0);
        const left = until === 0 ? 0 : (until - milliseconds()) | 0;
        if (left <= 0 || left > claimFor) return work();
        Atomics.wait(claim, 0, until, left);
      }
    },
  };
}

/** The time of day as 32 bits, the same on every thread. */
function milliseconds(): number {
  return (performance.timeOrigin + performance.now()) | 0;
}
