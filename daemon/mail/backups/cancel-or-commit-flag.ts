/** A flag that two threads share: work is either cancelled or committed, whichever comes first. */
export type CancelOrCommitFlag = {
  /** The buffer from which the other thread creates the same flag. */
  shared: SharedArrayBuffer;
  /** Cancels the work. False if it is committed already. */
  cancel(): boolean;
  /** From now on the work cannot be cancelled. False if it was cancelled already. */
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
