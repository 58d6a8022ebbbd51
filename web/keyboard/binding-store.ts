import { defaultBindings, type KeyBindings } from './bindings.ts';

type BindingStore = {
  current(): KeyBindings;
  set(bindings: KeyBindings): void;
  subscribe(listener: () => void): () => void;
};

function createBindingStore(): BindingStore {
  let bindings = defaultBindings;
  const listeners = new Set<() => void>();
  return {
    current: () => bindings,
    set(next) {
      bindings = next;
      for (const listener of listeners) listener();
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}

/** The keys of this page. There is one keyboard, and names of buttons are asked for where no hook can be. */
export const bindingStore = createBindingStore();
