/** Wakes the watchers of the mailbox. Several notifications while a watcher is busy count as one. */
export function createWatchSignal() {
  const watchers = new Set<(isChange: boolean) => void>();
  return {
    notify() {
      for (const wake of watchers) wake(true);
    },
    /** Makes the watchers run their `check` again without yielding. */
    recheck() {
      for (const wake of watchers) wake(false);
    },
    /**
     * Yields after each notification until the signal aborts. `check` runs before each wait and each yield, and may throw.
     */
    async *notifications(signal: AbortSignal, check: () => void): AsyncGenerator<'changed'> {
      let isNotified = false;
      let release: () => void = () => undefined;
      const wake = (isChange: boolean) => {
        isNotified ||= isChange;
        release();
      };
      const stop = () => release();
      watchers.add(wake);
      signal.addEventListener('abort', stop);
      try {
        while (!signal.aborted) {
          check();
          if (!isNotified) await new Promise<void>((resolve) => (release = resolve));
          if (signal.aborted) return;
          check();
          if (!isNotified) continue;
          isNotified = false;
          yield 'changed';
        }
      } finally {
        watchers.delete(wake);
        signal.removeEventListener('abort', stop);
      }
    },
  };
}

export type WatchSignal = ReturnType<typeof createWatchSignal>;
