/** How crashes of the daemon process are answered. Times in milliseconds. */
export type CrashBackoff = {
  /** How long to wait before it is started again, after the first crash in a row, the second, and so on. */
  delaysMs: readonly number[];
  /** So many crashes within `within` and it is started no more by itself. */
  maxCrashes: number;
  windowMs: number;
};

export const defaultCrashBackoff: CrashBackoff = { delaysMs: [500, 2_000, 8_000], maxCrashes: 3, windowMs: 60_000 };

/** A crash longer ago than so many times `within` says nothing about the next. */
const attemptMemoryFactor = 10;

/**
 * What to do after the latest of `crashes`, which are instants in milliseconds, oldest first: how long to wait before the
 * next start and which one in a row that is, or undefined where it has crashed too often.
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
