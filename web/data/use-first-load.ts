import { useState } from 'react';

type Loading = { isEnabled: boolean; isLoading: boolean };

/**
 * Whether one of these queries is loaded for the first time since the component is shown. Later loads do not count, because
 * what replaces the component while it waits would discard what the user typed: a query that failed loads again when its data
 * changes. A query that is not enabled does not count either; another component may load it.
 */
export function useFirstLoad(queries: readonly Loading[]): boolean {
  const [isOver, setIsOver] = useState(false);
  const isLoading = queries.some((query) => query.isEnabled && query.isLoading);
  if (!isOver && !isLoading) setIsOver(true);
  return !isOver && isLoading;
}
