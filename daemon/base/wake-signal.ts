import { untilAborted } from './abort.ts';
import type { Clock } from './clock.ts';

/** A wait that can be cut short; a ring that comes before the wait counts for it. */
export type WakeSignal = {
  notify(): void;
  /** Forgets a ring that nobody has waited for yet. */
  clear(): void;
  /** Gives whether somebody rang. Without `ms` only that ends the wait, or the signal. */
  wait(ms: number | undefined, signal: AbortSignal): Promise<boolean>;
};

export function createWakeSignal(clock: Clock): WakeSignal {
  let notified = new AbortController();
  return {
    notify: () => notified.abort(),
    clear: () => void (notified = new AbortController()),
    async wait(ms, signal) {
      const notifiedOrAborted = AbortSignal.any([notified.signal, signal]);
      await (ms === undefined ? untilAborted(notifiedOrAborted) : clock.wait(ms, notifiedOrAborted));
      const wasNotified = notified.signal.aborted;
      notified = new AbortController();
      return wasNotified;
    },
  };
}
