import { type RefObject, useLayoutEffect, useRef } from 'react';
import type { Lens } from '../../lens.ts';

/** The scroll position in pixels of each list by entry of the browser's history, for the time of this window. */
const positions = new Map<string, number>();

/** Returns to where a list was scrolled to when the user goes back to it from another page. */
export function useScrollMemory(lens: Lens, scroller: RefObject<HTMLDivElement | null>): void {
  const position = useRef<number>(undefined);
  const shown = useRef(lens);
  useLayoutEffect(() => {
    shown.current = lens;
    const stored = positions.get(entryOf(lens));
    // A list that stays while a conversation opens beside it keeps its place by itself.
    const isNew = position.current === undefined;
    position.current ??= stored ?? 0;
    if (!isNew) positions.set(entryOf(lens), position.current);
    else if (scroller.current && stored) scroller.current.scrollTop = stored;
  });
  useLayoutEffect(() => {
    const element = scroller.current;
    // While the list is scrolled, its entry is the current one, which it no longer is when the list is removed.
    const remember = () => {
      position.current = element?.scrollTop ?? 0;
      positions.set(entryOf(shown.current), position.current);
    };
    element?.addEventListener('scroll', remember, { passive: true });
    return () => element?.removeEventListener('scroll', remember);
  }, [scroller]);
}

function entryOf(lens: Lens): string {
  return JSON.stringify([history.state, lens]);
}
