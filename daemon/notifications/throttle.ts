import type { Clock } from '../base/clock.ts';

export type Throttle = { trigger(): void; close(): void };

/** Acts immediately on a call, and then not again until `ms` have passed; calls in that time cause one action at its end. */
export function createThrottle(act: () => void, ms: number, wait: Clock['wait']): Throttle {
  const closing = new AbortController();
  let isRunning = false;
  let isPending = false;

  const run = async () => {
    isRunning = true;
    do {
      isPending = false;
      act();
      await wait(ms, closing.signal);
    } while (isPending && !closing.signal.aborted);
    isRunning = false;
  };
  return {
    trigger() {
      isPending = true;
      if (!isRunning && !closing.signal.aborted) void run();
    },
    close: () => closing.abort(),
  };
}
