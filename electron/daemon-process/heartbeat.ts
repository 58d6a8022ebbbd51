import type { Clock } from '../../daemon/base/clock.ts';

/** The interval of pings to the daemon process, and how many answers in a row it may miss. Milliseconds. */
export type HeartbeatOptions = { intervalMs: number; maxMissed: number };

/** A long migration also blocks its answers, so the limit is minutes. Sleep of the computer does not count. */
export const defaultHeartbeat: HeartbeatOptions = { intervalMs: 60_000, maxMissed: 5 };

/** Sends pings until the signal aborts, or until too many in a row had no answer: then calls `onLost`, once. */
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
