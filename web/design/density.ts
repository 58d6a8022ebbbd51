import { useSyncExternalStore } from 'react';

/** How high a row of a list is, in pixels, at each density; thread-row.module.css draws them. */
const rowHeights = { compact: 54, regular: 77, relaxed: 92 } as const;
type Density = keyof typeof rowHeights;

/** How high rows are now. The density stands at the root of the document, as `data-density`. */
export function useRowHeight(): number {
  return rowHeights[useSyncExternalStore(follow, current)];
}

function current(): Density {
  const { density } = document.documentElement.dataset;
  return density === 'compact' || density === 'relaxed' ? density : 'regular';
}

function follow(listener: () => void): () => void {
  const observer = new MutationObserver(listener);
  observer.observe(document.documentElement, { attributeFilter: ['data-density'] });
  return () => observer.disconnect();
}
