import { useSyncExternalStore } from 'react';

/**
 * The height of a list row in pixels, by density; tokens.css has the same values as `--row-height`. With two lines in the
 * regular 48 pixels, a window of 1440 × 900 shows 16 conversations and a phone 13; with 64 it shows 12 and 10. Names, weight
 * and marks keep the conversations apart in both, so the roomier height is left to the user's choice.
 */
const rowHeights = { compact: 36, regular: 48, relaxed: 64 } as const;
type Density = keyof typeof rowHeights;

/** The current row height. The density is on the root element, as `data-density`. */
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
