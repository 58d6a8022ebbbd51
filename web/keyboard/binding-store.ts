import { defaultBindings, type KeyBindings } from './bindings.ts';

type BindingStore = {
  current(): KeyBindings;
  /** Bindings that are the same in content change nothing. */
  set(bindings: KeyBindings): void;
  subscribe(listener: () => void): () => void;
};

function createBindingStore(): BindingStore {
  let bindings = defaultBindings;
  const listeners = new Set<() => void>();
  return {
    current: () => bindings,
    set(next) {
      if (JSON.stringify(next) === JSON.stringify(bindings)) return;
      bindings = next;
      for (const listener of listeners) listener();
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}

/**
 * The key bindings of this page. A module variable, because there is one keyboard and button names are read outside of
 * hooks.
 */
export const bindingStore = createBindingStore();
