import type { WriteLock } from './db.ts';

/**
 * Whose turn it is to write `mail.db`. SQLite lets one connection write at a time, knows no priorities, and has those
 * who wait look again after 1, 2, 5, 10, 15 … ms: a worker that commits and begins again at once can keep a request
 * waiting for long. So whoever writes takes the turn here first and is woken the moment it is free, and bulk writers
 * stand back while somebody in front is coming. Shared by all threads.
 */
export type WriteLockBuffer = SharedArrayBuffer;

/** A claim, or a turn, that nobody gave back (its thread died) lapses after this many milliseconds. */
const lapseMs = 200;

/** The numbers of the buffer: until when somebody in front claims the turn, and whether somebody has it. */
const claimIndex = 0;
const ownerIndex = 1;

export function createWriteLockBuffer(): WriteLockBuffer {
  return new SharedArrayBuffer(2 * Int32Array.BYTES_PER_ELEMENT);
}

/** For requests, and for short writes others wait on. */
export function priorityWriteLock(buffer: WriteLockBuffer): WriteLock {
  const state = new Int32Array(buffer);
  return {
    run(work) {
      // Claimed anew after each wait, for another one in front took the claim back when it was done.
      do Atomics.store(state, claimIndex, milliseconds() + lapseMs);
      while (!tryAcquire(state) && Atomics.wait(state, ownerIndex, 1, lapseMs) !== 'timed-out');
      try {
        return work();
      } finally {
        Atomics.store(state, claimIndex, 0);
        Atomics.notify(state, claimIndex);
        release(state);
      }
    },
  };
}

/** For bulk writers, on worker threads only: each transaction first lets those in front go. */
export function bulkWriteLock(buffer: WriteLockBuffer): WriteLock & { isContended: () => boolean } {
  const state = new Int32Array(buffer);
  return {
    /** Whether somebody in front is waiting: then a transaction should come to its end. */
    isContended: () => claimMsLeft(state) > 0,
    run(work) {
      for (;;) {
        const until = Atomics.load(state, claimIndex);
        const leftMs = claimMsLeft(state);
        if (leftMs > 0) Atomics.wait(state, claimIndex, until, leftMs);
        else if (tryAcquire(state) || Atomics.wait(state, ownerIndex, 1, lapseMs) === 'timed-out') break;
      }
      try {
        return work();
      } finally {
        release(state);
      }
    },
  };
}

/** For how many more milliseconds somebody in front claims the turn. */
function claimMsLeft(state: Int32Array): number {
  const until = Atomics.load(state, claimIndex);
  const leftMs = until === 0 ? 0 : (until - milliseconds()) | 0;
  return leftMs <= lapseMs ? Math.max(0, leftMs) : 0;
}

function tryAcquire(state: Int32Array): boolean {
  return Atomics.compareExchange(state, ownerIndex, 0, 1) === 0;
}

function release(state: Int32Array): void {
  Atomics.store(state, ownerIndex, 0);
  Atomics.notify(state, ownerIndex);
}

/** The time of day as 32 bits, the same on every thread. */
function milliseconds(): number {
  return (performance.timeOrigin + performance.now()) | 0;
}
