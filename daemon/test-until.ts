import { setTimeout as wait } from 'node:timers/promises';

/**
 * The longest time a test waits for one condition, in milliseconds. It is not a requirement: it only ends a wait for an
 * event that never occurs, and is long enough for a busy machine.
 */
export const waitLimitMs = 60_000;

/** The first waits are short, and those of a long wait leave the processor to what it waits for. */
const pollIntervalMs = 10;
const maxPollIntervalMs = 50;
const pollGrowth = 1.2;

export type UntilOptions = { withinMs?: number; everyMs?: number };

/**
 * Polls until `condition` returns true. Throws errors of `condition`, and an error that names `what` when the time is over.
 * `withinMs` is for tests whose work takes longer than `waitLimitMs`, `everyMs` for conditions that are costly.
 */
export async function until(
  what: string,
  condition: () => boolean | Promise<boolean>,
  { withinMs = waitLimitMs, everyMs = pollIntervalMs }: UntilOptions = {},
): Promise<void> {
  const deadlineMs = performance.now() + withinMs;
  const longestMs = Math.max(everyMs, maxPollIntervalMs);
  for (let waitMs = everyMs; !(await condition()); waitMs = Math.min(waitMs * pollGrowth, longestMs)) {
    if (performance.now() > deadlineMs) throw new Error(`Timed out after ${withinMs / 1000} s, waiting until ${what}.`);
    await wait(waitMs);
  }
}
