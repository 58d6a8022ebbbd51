import { untilAborted } from './abort.ts';
import type { Clock } from './clock.ts';

/** A wait that can be interrupted. A notification before the wait ends that wait immediately. */
export type WakeSignal = {
  notify(): void;
  /** Clears a notification that has not ended a wait yet. */
  clear(): void;
  /** Resolves to whether a notification ended the wait. Without `ms`, only a notification or the signal ends it. */
  wait(ms: number | undefined, signal: AbortSignal): Promise<boolean>;
};

/** Without a reason, each abort would create an exception and its stack. */
const notification = 'notified';

export function createWakeSignal(clock: Clock): WakeSignal {
  let notified = new AbortController();
  return {
    notify: () => notified.abort(notification),
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
