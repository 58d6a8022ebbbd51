/** In milliseconds: if the page is never idle, the tasks run after this time. */
const idleTimeoutMs = 2_000;

/** Runs tasks one after the other, each while the page is idle. A failed task is repeated when its result is needed. */
export async function runWhenIdle(tasks: readonly (() => Promise<unknown> | undefined)[]): Promise<void> {
  for (const task of tasks) {
    await nextIdle();
    await task()?.catch(() => undefined);
  }
}

/** Resolves when the page is idle. */
export function nextIdle(): Promise<void> {
  // Older versions of Safari have no `requestIdleCallback`.
  if (!('requestIdleCallback' in window)) return new Promise((resolve) => setTimeout(resolve, idleTimeoutMs / 10));
  return new Promise((resolve) => void requestIdleCallback(() => resolve(), { timeout: idleTimeoutMs }));
}
