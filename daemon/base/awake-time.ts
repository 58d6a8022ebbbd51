/** Checks that are this far apart, in milliseconds, had a pause between them: the computer slept, or this process was stopped. */
const maxGapMs = 5_000;

/**
 * Measures for how many milliseconds this process has run without a pause, at checks that follow each other within a second or two. A time
 * limit that counts a sleep of the computer would end work that had no time at all. `nowMs` is a time that never goes back.
 */
export function createAwakeTime(startMs: number): (nowMs: number) => number {
  let [sinceMs, lastMs] = [startMs, startMs];
  return (nowMs) => {
    if (nowMs - lastMs > maxGapMs) sinceMs = nowMs;
    lastMs = nowMs;
    return nowMs - sinceMs;
  };
}
