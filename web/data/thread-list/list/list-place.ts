import { type AnyRouter, useRouter } from '@tanstack/react-router';
import { useLayoutEffect, useRef, useState } from 'react';
import type { Lens } from '../../lens.ts';
import type { ListLine } from './rows.ts';

/** How the user left a list. */
export type ListPlace = {
  lines: readonly ListLine[];
  /** The scroll position in pixels. */
  top: number;
  /** The conversation that the user had moved to. */
  cursor: string | undefined;
};

/** By list and entry of the browser's history, the oldest first, for the time of this window. */
const places = new Map<string, ListPlace>();

const maxPlaces = 20;

/** Returns how the user left the list, if they go back to it from another page. */
export function useListPlace(lens: Lens): ListPlace | undefined {
  const router = useRouter();
  const [place] = useState(() => places.get(keyOf(lens, router.state.location) ?? ''));
  return place;
}

/** Stores how the user leaves the list when they do. */
export function useLeavingPlace(lens: Lens, getPlace: () => ListPlace): void {
  const router = useRouter();
  const leave = useRef<() => void>(undefined);
  useLayoutEffect(() => {
    leave.current = () => {
      // `location` is the next page by then.
      const key = keyOf(lens, router.state.resolvedLocation);
      if (key) places.set(key, getPlace());
      for (const oldest of [...places.keys()].slice(0, -maxPlaces)) places.delete(oldest);
    };
  });
  useLayoutEffect(() => () => leave.current?.(), []);
}

/** Only entries that the router made have a key. */
function keyOf(lens: Lens, location: AnyRouter['state']['resolvedLocation']): string | undefined {
  const entry = location?.state.__TSR_key;
  return entry && JSON.stringify([entry, lens]);
}
