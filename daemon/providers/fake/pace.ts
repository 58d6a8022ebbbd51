import { setImmediate } from 'node:timers/promises';

/** Lets others have the thread: `pause` waits for a turn of the event loop once `sliceMs` were worked. */
export function paceOf({ sliceMs = 5, now = () => performance.now() } = {}) {
  let began = now();
  return async function pause(signal: AbortSignal): Promise<void> {
    if (now() - began >= sliceMs) {
      await setImmediate();
      began = now();
    }
    signal.throwIfAborted();
  };
}

export type Pause = ReturnType<typeof paceOf>;
