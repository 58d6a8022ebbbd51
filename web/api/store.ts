/** State outside of components, in the shape that `useSyncExternalStore` needs. */
export type Store<State> = {
  state: () => State;
  /** Calls the listener after each change. Returns an unsubscribe function. */
  subscribe: (listener: () => void) => () => void;
  change: (next: Partial<State>) => void;
};

export function createStore<State extends object>(initial: State): Store<State> {
  let state = initial;
  const listeners = new Set<() => void>();
  return {
    state: () => state,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    change(next) {
      state = { ...state, ...next };
      for (const listener of listeners) listener();
    },
  };
}
