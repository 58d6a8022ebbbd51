import { type RefObject, useLayoutEffect, useRef } from 'react';
import type { Lens } from '../../lens.ts';

/** The scroll position in pixels of each list by entry of the browser's history, for the time of this window. */
const positions = new Map<string, number>();

/** Returns to where a list was scrolled to when the user goes back to it from another page. */
export function useScrollMemory(lens: Lens, scroller: RefObject<HTMLElement | null>): void {
  const entry = useRef('');
  const isNew = useRef(true);
  useLayoutEffect(() => {
    // Also set while the next page loads, which is then an entry of another list.
    entry.current = JSON.stringify([history.state, lens]);
    // A list that stays while a conversation opens beside it keeps its place by itself.
    const position = isNew.current && positions.get(entry.current);
    isNew.current = false;
    if (scroller.current && position) scroller.current.scrollTop = position;
  });
  useLayoutEffect(() => {
    const element = scroller.current;
    return () => void (element && positions.set(entry.current, element.scrollTop));
  }, [scroller]);
}
