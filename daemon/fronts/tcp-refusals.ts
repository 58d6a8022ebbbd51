import type { Clock } from '../base/clock.ts';

/** How long refused attempts to authenticate wait for their answer. */
export type Refusals = {
  /** Counts a refused attempt, and returns the milliseconds after which it is answered. */
  count(): number;
};

/** Refusals that are answered at once, so that a user who corrects a token does not wait. */
const freeRefusals = 5;
const firstDelayMs = 100;
const maxDelayMs = 5_000;
/** Milliseconds without a refusal after which all are forgotten. */
const memoryMs = 600_000;

/**
 * Every refusal doubles the delay of the next. All clients are on this computer, and each of them can use any address of
 * 127.0.0.0/8, so they are counted together. A correct token is never delayed.
 */
export function createRefusals(clock: Clock): Refusals {
  let count = 0;
  let lastMs = 0;
  return {
    count() {
      const nowMs = clock.now().getTime();
      if (nowMs - lastMs > memoryMs) count = 0;
      lastMs = nowMs;
      const delayed = ++count - freeRefusals;
      return delayed <= 0 ? 0 : Math.min(maxDelayMs, firstDelayMs * 2 ** (Math.min(delayed, 20) - 1));
    },
  };
}
