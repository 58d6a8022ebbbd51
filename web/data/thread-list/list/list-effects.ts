import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react';
import type { MessageRow } from '../../../../daemon/contract/fields.ts';
import { useSelection } from '../../selection/selection-context.tsx';
import type { Pages } from './pages.ts';

/** In rows: the next page is requested before scrolling reaches the last row, but not for the first screen of a list. */
const prefetchDistance = (count: number) => Math.min(60, Math.floor(count / 3));

/** Requests the next page before the end of the list is visible. */
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

/** A list entered by a link to one of its conversations starts at that conversation. */
export function useScrollToOpen(at: number, show: (at: number) => void): void {
  const isDone = useRef(false);
  useEffect(() => {
    if (isDone.current) return;
    isDone.current = true;
    if (at > 0) show(at);
  });
}

/** Calls `back` with the conversation that was closed, so that the list continues there. */
export function useOnThreadClosed(openId: string | undefined, onClosed: (closed: string) => void): void {
  const before = useRef(openId);
  useLayoutEffect(() => {
    const closed = before.current;
    before.current = openId;
    if (closed && !openId) onClosed(closed);
  });
}

/** If the focused row or bar was removed, the current row takes the focus. A list without the focus does not take it. */
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
    if (document.activeElement !== document.body) return;
    const isCursorRemoved =
      previous.cursor !== undefined && !rows.some(({ thread_id }) => thread_id === previous.cursor);
    const isSelectionCleared = isEmpty && !previous.isEmpty;
    if (isCursorRemoved || isSelectionCleared) focusCurrent(scroller.current);
  });
}

/** Focuses the row in the tab order, and returns whether there is one. */
export function focusCurrent(list: Element | null): boolean {
  const row = list?.querySelector<HTMLElement>('a[tabindex="0"]');
  row?.focus({ preventScroll: true });
  return Boolean(row);
}
