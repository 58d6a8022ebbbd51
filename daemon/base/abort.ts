/** Settles as the promise does, or rejects with the signal's reason once that aborts. The promise goes on either way. */
export function orRejectOnAbort<T>(promise: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const rejectWithReason = () => reject(signal.reason as Error);
    if (signal.aborted) rejectWithReason();
    signal.addEventListener('abort', rejectWithReason, { once: true });
    promise.then(resolve, reject).finally(() => signal.removeEventListener('abort', rejectWithReason));
  });
}

/** Resolves once the signal aborts. */
export async function untilAborted(signal: AbortSignal): Promise<void> {
  if (signal.aborted) return;
  await new Promise((resolve) => signal.addEventListener('abort', resolve, { once: true }));
}
