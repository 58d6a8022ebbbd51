import { type RefObject, useLayoutEffect, useRef } from 'react';
import type { Lens } from '../../lens.ts';

/** The scroll position in pixels of each list by entry of the browser's history, for the time of this window. */
const positions = new Map<string, number>();

/** Returns to where a list was scrolled to when the user goes back to it from another page. */
export function useScrollMemory(lens: Lens, scroller: RefObject<HTMLDivElement | null>): void {
  const position = useRef<number>(undefined);
  useLayoutEffect(() => {
    const element = scroller.current;
    if (!element) return;
    const entry = () => JSON.stringify([history.state, lens]);
    // A list that stays while a conversation opens beside it keeps its place by itself.
    if (position.current === undefined) element.scrollTop = position.current = positions.get(entry()) ?? 0;
    else positions.set(entry(), position.current);
    // While the list is scrolled its entry is the current one, which it no longer is when the list is removed.
    element.onscroll = () => positions.set(entry(), (position.current = element.scrollTop));
  });
}
