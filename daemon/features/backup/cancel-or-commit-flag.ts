/** Work that is broken off, or goes through to its end: whichever is said first, by either of two threads, holds. */
export type CancelOrCommitFlag = {
  /** What the other thread makes the same brake of. */
  shared: SharedArrayBuffer;
  /** Breaks the work off. False where it goes through already. */
  cancel(): boolean;
  /** From now on it goes through. False where it was broken off. */
  commit(): boolean;
  isCancelled(): boolean;
};

const undecided = 0;
const cancelled = 1;
const committed = 2;

export function createCancelOrCommitFlag(
  shared = new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT),
): CancelOrCommitFlag {
  const state = new Int32Array(shared);
  const decide = (decision: number) =>
    [undecided, decision].includes(Atomics.compareExchange(state, 0, undecided, decision));
  return {
    shared,
    cancel: () => decide(cancelled),
    commit: () => decide(committed),
    isCancelled: () => Atomics.load(state, 0) === cancelled,
  };
}
