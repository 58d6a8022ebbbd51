/** In milliseconds: where a page is never quiet, it goes on all the same. */
const idleTimeoutMs = 2_000;

/** Does one after the other, each in a moment in which the page has nothing else to do. What fails is tried again where it is wanted. */
export async function runWhenIdle(tasks: readonly (() => Promise<unknown> | undefined)[]): Promise<void> {
  for (const task of tasks) {
    await nextIdle();
    await task()?.catch(() => undefined);
  }
}

function nextIdle(): Promise<void> {
  // Safari learnt of idle moments late.
  if (!('requestIdleCallback' in window)) return new Promise((resolve) => setTimeout(resolve, idleTimeoutMs / 10));
  return new Promise((resolve) => void requestIdleCallback(() => resolve(), { timeout: idleTimeoutMs }));
}
