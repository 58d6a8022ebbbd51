/** The source of time. Code that needs the time takes a clock as a parameter, so that tests can control it. */
export type Clock = {
  now(): Date;
  /** Resolves after `ms` milliseconds of this clock, or immediately when the signal aborts. Never rejects. */
  wait(ms: number, signal?: AbortSignal): Promise<void>;
};

export const systemClock: Clock = {
  now: () => new Date(),
  wait: (ms, signal) =>
    new Promise((resolve) => {
      if (signal?.aborted) return resolve();
      const done = () => {
        clearTimeout(timer);
        signal?.removeEventListener('abort', done);
        resolve();
      };
      const timer = setTimeout(done, ms);
      signal?.addEventListener('abort', done, { once: true });
    }),
};

/** A clock that moves only when `advance` is called. Waits that become due are released in order. */
export function movableClock(start: string | Date): Clock & { advance(ms: number): void } {
  let time = new Date(start).getTime();
  const waiting = new Set<{ due: number; release: () => void }>();
  return {
    now: () => new Date(time),
    wait: (ms, signal) =>
      new Promise((resolve) => {
        if (signal?.aborted) return resolve();
        const entry = {
          due: time + ms,
          release: () => {
            waiting.delete(entry);
            resolve();
          },
        };
        waiting.add(entry);
        signal?.addEventListener('abort', entry.release, { once: true });
      }),
    advance(ms) {
      time += ms;
      const due = [...waiting].filter((entry) => entry.due <= time).toSorted((a, b) => a.due - b.due);
      for (const entry of due) entry.release();
    },
  };
}

/** An instant in the stored and transmitted format `YYYY-MM-DDTHH:MM:SS.mmmZ`, which sorts as text. */
export function instantOf(date: Date): string {
  return date.toISOString();
}
