import { defaultBindings, type KeyBindings } from './key-bindings.ts';

export type KeyStore = {
  current(): KeyBindings;
  set(bindings: KeyBindings): void;
  subscribe(listener: () => void): () => void;
};

export function createKeyStore(): KeyStore {
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
export const keyStore = createKeyStore();
