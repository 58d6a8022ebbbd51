import { useLocation } from '@tanstack/react-router';
import { type RefObject, useLayoutEffect, useState } from 'react';
import type { Lens } from '../../lens.ts';

/** The scroll position in pixels of each list by entry of the browser's history, for the time of this window. */
const positions = new Map<string, number>();

/** Where a list starts, in pixels: the user who goes back to it from another page finds it as it was scrolled to. */
export function useScrollMemory(lens: Lens, scroller: RefObject<HTMLElement | null>): number {
  const key = useLocation({ select: ({ state }) => state.__TSR_key });
  // While the next page loads, its entry is that of the old list too.
  const entry = JSON.stringify([key, lens]);
  // Only entries that the router made have a key.
  const [start] = useState(() => (key ? positions.get(entry) : undefined) ?? 0);
  useLayoutEffect(() => {
    const element = scroller.current;
    return () => void (element && positions.set(entry, element.scrollTop));
  }, [entry, scroller]);
  return start;
}
