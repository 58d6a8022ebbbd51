import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react';
import type { MessageRow } from '../../../daemon/contract/fields.ts';
import { useSelection } from '../selection/selection-context.tsx';
import type { Pages } from './pages.ts';

/** Lines: a page is on its way well before a turn of the wheel shows where the last one ends, and none as the first is shown. */
const prefetchDistance = (count: number) => Math.min(60, Math.floor(count / 3));

/** Asks for the next page before the end comes into sight. */
export function useLoadMore(
  lastShown: number,
  count: number,
  { hasMore, isLoadingMore, error, loadMore }: Pages,
): void {
  const isNear = lastShown > count - prefetchDistance(count);
  useEffect(() => {
    if (isNear && hasMore && !isLoadingMore && !error) loadMore();
  }, [isNear, hasMore, isLoadingMore, error, loadMore]);
}

/** A list entered by a link to one of its conversations starts where that one is. */
export function useScrollToOpen(at: number, show: (at: number) => void): void {
  const isDone = useRef(false);
  useEffect(() => {
    if (isDone.current) return;
    isDone.current = true;
    if (at > 0) show(at);
  });
}

/** Calls `back` with the conversation that was closed, so that the list goes on where one left it. */
export function useOnThreadClosed(openId: string | undefined, onClosed: (closed: string) => void): void {
  const before = useRef(openId);
  useLayoutEffect(() => {
    const closed = before.current;
    before.current = openId;
    if (closed && !openId) onClosed(closed);
  });
}

/**
 * When the row or the bar that held the focus has gone, the row one is at takes it. A list that one was not in leaves
 * the focus alone.
 */
export function useFocusRetention(
  rows: readonly MessageRow[],
  cursor: string | undefined,
  scroller: RefObject<HTMLElement | null>,
): void {
  const { isEmpty } = useSelection();
  const before = useRef({ cursor, isEmpty });
  useLayoutEffect(() => {
    const previous = before.current;
    before.current = { cursor, isEmpty };
    const isCursorRemoved =
      previous.cursor !== undefined && !rows.some(({ thread_id }) => thread_id === previous.cursor);
    const isSelectionCleared = isEmpty && !previous.isEmpty;
    if ((isCursorRemoved || isSelectionCleared) && document.activeElement === document.body)
      focusCurrent(scroller.current);
  });
}

/** Gives the focus to the row that is in the tab order, and says whether there is one. */
export function focusCurrent(list: Element | null): boolean {
  const row = list?.querySelector<HTMLElement>('a[tabindex="0"]');
  row?.focus({ preventScroll: true });
  return Boolean(row);
}
