/** The response to crashes of the daemon process. Times in milliseconds. */
export type CrashBackoff = {
  /** The delay before the next start, after the first consecutive crash, the second, and so on. */
  delaysMs: readonly number[];
  /** After this many crashes within `within` it is no longer restarted automatically. */
  maxCrashes: number;
  windowMs: number;
};

export const defaultCrashBackoff: CrashBackoff = { delaysMs: [500, 2_000, 8_000], maxCrashes: 3, windowMs: 60_000 };

/** A crash longer ago than this multiple of `within` does not count. */
const attemptMemoryFactor = 10;

/**
 * The response to the latest of `crashes`, which are instants in milliseconds, oldest first: the delay before the next
 * start and its consecutive number, or undefined after too many crashes.
 */
export function nextRestart(
  crashes: readonly number[],
  { delaysMs, maxCrashes, windowMs }: CrashBackoff,
): { delayMs: number; attempt: number } | undefined {
  const latest = crashes.at(-1) ?? 0;
  const countSince = (age: number) => crashes.filter((crash) => latest - crash < age).length;
  if (countSince(windowMs) >= maxCrashes) return undefined;
  const attempt = countSince(windowMs * attemptMemoryFactor);
  return { delayMs: delaysMs[Math.min(attempt, delaysMs.length) - 1] ?? 0, attempt };
}
