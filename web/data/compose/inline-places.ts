import { createStore } from '../../api/store.ts';

/** The elements under the messages of the open conversation in which their replies are written, by message id. */
export type InlinePlaces = {
  state: () => ReadonlyMap<string, HTMLElement>;
  subscribe: (listener: () => void) => () => void;
  /** Returns a function that removes the place. */
  add: (messageId: string, place: HTMLElement) => () => void;
};

export function createInlinePlaces(): InlinePlaces {
  const { state, subscribe, change } = createStore<{ places: ReadonlyMap<string, HTMLElement> }>({ places: new Map() });
  const places = () => state().places;
  return {
    state: places,
    subscribe,
    add(messageId, place) {
      change({ places: new Map(places()).set(messageId, place) });
      return () => {
        // Another conversation may have added a place for the same message meanwhile.
        if (places().get(messageId) === place)
          change({ places: new Map([...places()].filter(([id]) => id !== messageId)) });
      };
    },
  };
}
