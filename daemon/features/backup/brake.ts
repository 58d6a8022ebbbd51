/** Work that is broken off, or goes through to its end: whichever is said first, by either of two threads, holds. */
export type Brake = {
  /** What the other thread makes the same brake of. */
  shared: SharedArrayBuffer;
  /** Breaks the work off. False where it goes through already. */
  pull(): boolean;
  /** From now on it goes through. False where it was broken off. */
  release(): boolean;
  isPulled(): boolean;
};

const open = 0;
const pulled = 1;
const released = 2;

export function brakeOf(shared = new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT)): Brake {
  const state = new Int32Array(shared);
  const decide = (decision: number) => [open, decision].includes(Atomics.compareExchange(state, 0, open, decision));
  return {
    shared,
    pull: () => decide(pulled),
    release: () => decide(released),
    isPulled: () => Atomics.load(state, 0) === pulled,
  };
}
