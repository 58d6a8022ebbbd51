import { setImmediate } from 'node:timers/promises';

/** Lets others have the thread: `pause` waits for a turn of the event loop once `slice` milliseconds were worked. */
export function paceOf(slice = 5) {
  let began = performance.now();
  return async function pause(signal: AbortSignal): Promise<void> {
    if (performance.now() - began >= slice) {
      await setImmediate();
      began = performance.now();
    }
    signal.throwIfAborted();
  };
}

export type Pause = ReturnType<typeof paceOf>;
