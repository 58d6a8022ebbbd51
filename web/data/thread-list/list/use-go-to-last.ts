import { useEffect, useRef } from 'react';
import type { MessageRow } from '../../../../daemon/contract/fields.ts';
import type { Pages } from './pages.ts';

/**
 * Returns a function that goes to the last conversation of the list, and loads the pages before it. Another movement
 * meanwhile, or an error, ends that.
 */
export function useGoToLast(
  rows: readonly MessageRow[],
  current: string | undefined,
  { hasMore, isLoadingMore, error, loadMore }: Pages,
  goTo: (row: MessageRow) => void,
): () => void {
  /** The last loaded conversation at the start, which stays current until the end is there. */
  const start = useRef<string>(undefined);
  const last = rows.at(-1);
  useEffect(() => {
    if (start.current === undefined) return;
    if (start.current === current && !error && hasMore) {
      if (!isLoadingMore) loadMore();
      return;
    }
    const hasMoved = start.current !== current;
    start.current = undefined;
    if (last && !hasMoved && !error) goTo(last);
  });
  return () => {
    if (!last) return;
    goTo(last);
    start.current = hasMore ? last.thread_id : undefined;
  };
}
