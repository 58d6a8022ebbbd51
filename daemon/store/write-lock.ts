import { storeDamaged } from './damage.ts';
import type { WriteLock } from './db.ts';

/**
 * The state of the write lock of `mail.db`, shared by all threads. SQLite allows one writer at a time, has no priorities,
 * and makes a waiting connection poll after 1, 2, 5, 10, 15 … ms: a worker that commits and begins again at once can delay
 * a request for long. So a writer acquires this lock first and is woken as soon as it is free, and bulk writers wait while a
 * writer with priority waits.
 */
export type WriteLockBuffer = SharedArrayBuffer;

/** A claim or lock whose thread ended without releasing it expires after this many milliseconds. */
export const lapseMs = 200;

/** The fields of the buffer: until when a writer with priority claims the lock, whether it is held, whether it is closed. */
const claimIndex = 0;
const ownerIndex = 1;
const closedIndex = 2;

export function createWriteLockBuffer(): WriteLockBuffer {
  return new SharedArrayBuffer(3 * Int32Array.BYTES_PER_ELEMENT);
}

/** Stops or allows the writes of all threads. While they are stopped each one throws Failure `store_damaged`. */
export function setWritesStopped(buffer: WriteLockBuffer, isStopped: boolean): void {
  Atomics.store(new Int32Array(buffer), closedIndex, isStopped ? 1 : 0);
}

/** Called with the lock held, so that no write begins after writes were stopped. */
function requireWritable(state: Int32Array): void {
  if (Atomics.load(state, closedIndex) === 1) throw storeDamaged('writes are stopped', { file: 'mail.db' });
}

/** For requests, and for short writes that other work waits for. */
export function priorityWriteLock(buffer: WriteLockBuffer): WriteLock {
  const state = new Int32Array(buffer);
  return {
    run(work) {
      // Claim again after each wait, because another writer with priority clears the claim when it is done.
      do Atomics.store(state, claimIndex, milliseconds() + lapseMs);
      while (!tryAcquire(state) && Atomics.wait(state, ownerIndex, 1, lapseMs) !== 'timed-out');
      try {
        requireWritable(state);
        return work();
      } finally {
        Atomics.store(state, claimIndex, 0);
        Atomics.notify(state, claimIndex);
        release(state);
      }
    },
  };
}

/** For bulk writers, on worker threads only: each transaction first waits for writers with priority. */
export function bulkWriteLock(buffer: WriteLockBuffer): WriteLock & { isContended: () => boolean } {
  const state = new Int32Array(buffer);
  return {
    /** Whether a writer with priority waits. A bulk transaction should then end soon. */
    isContended: () => claimMsLeft(state) > 0,
    run(work) {
      for (;;) {
        const until = Atomics.load(state, claimIndex);
        const leftMs = claimMsLeft(state);
        if (leftMs > 0) Atomics.wait(state, claimIndex, until, leftMs);
        else if (tryAcquire(state) || Atomics.wait(state, ownerIndex, 1, lapseMs) === 'timed-out') break;
      }
      try {
        requireWritable(state);
        return work();
      } finally {
        release(state);
      }
    },
  };
}

/** How many milliseconds the claim of a writer with priority has left. */
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
