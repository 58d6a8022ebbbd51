import type { Clock } from '../../daemon/base/clock.ts';

/** How often the daemon process is asked whether it still answers, and how many times in a row it may not. Milliseconds. */
export type HeartbeatOptions = { intervalMs: number; maxMissed: number };

/** A long migration keeps it from answering too, so it is given minutes. Sleep of the computer counts for nothing here. */
export const defaultHeartbeat: HeartbeatOptions = { intervalMs: 60_000, maxMissed: 5 };

/** Asks by `ping` until the signal aborts, or until too many in a row had no answer: then `onLost` is called, once. */
export function startHeartbeat(
  { intervalMs, maxMissed }: HeartbeatOptions,
  { ping, onLost, clock, signal }: { ping(): void; onLost(): void; clock: Pick<Clock, 'wait'>; signal: AbortSignal },
): { recordAnswer(): void } {
  let unanswered = 0;
  const run = async () => {
    for (;;) {
      await clock.wait(intervalMs, signal);
      if (signal.aborted) return;
      if (unanswered >= maxMissed) return onLost();
      unanswered++;
      ping();
    }
  };
  void run();
  return { recordAnswer: () => void (unanswered = 0) };
}
