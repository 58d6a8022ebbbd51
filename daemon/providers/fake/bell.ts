/** Wakes whoever watches the mailbox. Rings that come while a watcher is busy are kept as one. */
export function bell() {
  const watchers = new Set<(isRing: boolean) => void>();
  return {
    ring() {
      for (const wake of watchers) wake(true);
    },
    /** Makes the watchers look at their `check` again, and nothing else. */
    nudge() {
      for (const wake of watchers) wake(false);
    },
    /** Yields after each ring until the signal aborts. `check` runs before each wait and each yield, and may throw. */
    async *rings(signal: AbortSignal, check: () => void): AsyncGenerator<'changed'> {
      let hasRung = false;
      let release: () => void = () => undefined;
      const wake = (isRing: boolean) => {
        hasRung ||= isRing;
        release();
      };
      const stop = () => release();
      watchers.add(wake);
      signal.addEventListener('abort', stop);
      try {
        while (!signal.aborted) {
          check();
          if (!hasRung) await new Promise<void>((resolve) => (release = resolve));
          if (signal.aborted) return;
          check();
          if (!hasRung) continue;
          hasRung = false;
          yield 'changed';
        }
      } finally {
        watchers.delete(wake);
        signal.removeEventListener('abort', stop);
      }
    },
  };
}

export type Bell = ReturnType<typeof bell>;
