/** Tells that callers may have lost rights: a token was removed, or a profile has changed. */
export type CallerChanges = {
  /** The listeners are called after the present transaction. */
  notify(): void;
  subscribe(listener: () => void): () => void;
};

export function createCallerChanges(): CallerChanges {
  const listeners = new Set<() => void>();
  return {
    notify: () =>
      queueMicrotask(() => {
        for (const listener of listeners) listener();
      }),
    subscribe(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}
