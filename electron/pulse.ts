import type { Clock } from '../daemon/base/clock.ts';

/** How often the daemon process is asked whether it still answers, and how many times in a row it may not. Milliseconds. */
export type Pulse = { every: number; most: number };

/** A long migration keeps it from answering too, so it is given minutes. Sleep of the computer counts for nothing here. */
export const usualPulse: Pulse = { every: 60_000, most: 5 };

/** Asks by `ping` until the signal aborts, or until too many in a row had no answer: then `onLost` is called, once. */
export function keepPulse(
  { every, most }: Pulse,
  { ping, onLost, clock, signal }: { ping(): void; onLost(): void; clock: Pick<Clock, 'wait'>; signal: AbortSignal },
): { heard(): void } {
  let unanswered = 0;
  const beat = async () => {
    for (;;) {
      await clock.wait(every, signal);
      if (signal.aborted) return;
      if (unanswered >= most) return onLost();
      unanswered++;
      ping();
    }
  };
  void beat();
  return { heard: () => void (unanswered = 0) };
}
