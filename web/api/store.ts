/** State of the page outside of components, in the shape that `useSyncExternalStore` reads. */
export type Store<State> = {
  state: () => State;
  /** Calls the listener after each change. Returns the function that ends this. */
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
