import type { Clock } from '../base/clock.ts';

export type Pace = { ask(): void; close(): void };

/** Acts at once when asked, and then not again before `ms` are over: what is asked for meanwhile is done then, once. */
export function paced(act: () => void, ms: number, wait: Clock['wait']): Pace {
  const ending = new AbortController();
  let isResting = false;
  let isAsked = false;

  const begin = async () => {
    isResting = true;
    do {
      isAsked = false;
      act();
      await wait(ms, ending.signal);
    } while (isAsked && !ending.signal.aborted);
    isResting = false;
  };
  return {
    ask() {
      isAsked = true;
      if (!isResting && !ending.signal.aborted) void begin();
    },
    close: () => ending.abort(),
  };
}
