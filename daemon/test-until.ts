import { setTimeout as wait } from 'node:timers/promises';

/**
 * How long a test waits for one thing, in milliseconds. It is no requirement: it only ends a wait for what never comes,
 * and is long enough for a machine that is busy with other work.
 */
export const waitLimitMs = 60_000;

const pollIntervalMs = 10;

/**
 * Resolves once `isSo` holds, which is looked at again and again. Throws what `isSo` throws, and an error that names
 * `what` where it never holds. `withinMs` is for work of which a test does more than fits into `ceilingMs`.
 */
export async function until(
  what: string,
  condition: () => boolean | Promise<boolean>,
  { withinMs = waitLimitMs }: { withinMs?: number } = {},
): Promise<void> {
  const deadlineMs = performance.now() + withinMs;
  while (!(await condition())) {
    if (performance.now() > deadlineMs) throw new Error(`Timed out after ${withinMs / 1000} s, waiting until ${what}.`);
    await wait(pollIntervalMs);
  }
}
