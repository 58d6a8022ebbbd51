/** How crashes of the daemon process are answered. Times in milliseconds. */
export type CrashPace = {
  /** How long to wait before it is started again, after the first crash in a row, the second, and so on. */
  waits: readonly number[];
  /** So many crashes within `within` and it is started no more by itself. */
  most: number;
  within: number;
};

export const usualCrashPace: CrashPace = { waits: [500, 2_000, 8_000], most: 3, within: 60_000 };

/** A crash longer ago than so many times `within` says nothing about the next. */
const memory = 10;

/**
 * What to do after the latest of `crashes`, which are instants in milliseconds, oldest first: how long to wait before the
 * next start and which one in a row that is, or undefined where it has crashed too often.
 */
export function afterCrash(
  crashes: readonly number[],
  { waits, most, within }: CrashPace,
): { wait: number; attempt: number } | undefined {
  const latest = crashes.at(-1) ?? 0;
  const since = (age: number) => crashes.filter((crash) => latest - crash < age).length;
  if (since(within) >= most) return undefined;
  const attempt = since(within * memory);
  return { wait: waits[Math.min(attempt, waits.length) - 1] ?? 0, attempt };
}
