/**
 * Settles like `promise`, or rejects with the signal's reason when the signal aborts. The work behind the promise continues
 * either way.
 */
export function orRejectOnAbort<T>(promise: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const rejectWithReason = () => reject(signal.reason as Error);
    if (signal.aborted) rejectWithReason();
    signal.addEventListener('abort', rejectWithReason, { once: true });
    promise.then(resolve, reject).finally(() => signal.removeEventListener('abort', rejectWithReason));
  });
}

/** Resolves when the signal aborts. */
export async function untilAborted(signal: AbortSignal): Promise<void> {
  if (signal.aborted) return;
  await new Promise((resolve) => signal.addEventListener('abort', resolve, { once: true }));
}

/** Resolves when `promise` resolves or the signal aborts. */
export async function orResolveOnAbort(promise: Promise<void>, signal: AbortSignal): Promise<void> {
  if (signal.aborted) return;
  await new Promise<void>((resolve, reject) => {
    const stop = () => resolve();
    signal.addEventListener('abort', stop, { once: true });
    promise.then(resolve, reject).finally(() => signal.removeEventListener('abort', stop));
  });
}
