import { setImmediate } from 'node:timers/promises';

/** Shares the thread: `pause` waits for a turn of the event loop after `sliceMs` of work. */
export function createPause({ sliceMs = 5, now = () => performance.now() } = {}) {
  let startedAt = now();
  return async function pause(signal: AbortSignal): Promise<void> {
    if (now() - startedAt >= sliceMs) {
      await setImmediate();
      startedAt = now();
    }
    signal.throwIfAborted();
  };
}

export type Pause = ReturnType<typeof createPause>;
