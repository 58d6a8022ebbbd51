import { type RefObject, useLayoutEffect, useRef } from 'react';
import { lineId, type ListLine } from './rows.ts';

/** In pixels. Nearer to the top than this one looks at what is newest, and new mail comes into sight. */
const topThresholdPx = 24;

/** Keeps what is in sight where it is while lines come and go above it. `heightOf` is in pixels. */
export function useScrollAnchor(
  lines: readonly ListLine[],
  heightOf: (line: ListLine) => number,
  scroller: RefObject<HTMLElement | null>,
): void {
  const before = useRef(lines);
  useLayoutEffect(() => {
    const was = before.current;
    before.current = lines;
    const element = scroller.current;
    if (!element || was === lines || element.scrollTop < topThresholdPx) return;
    const shift = shiftOf(was, lines, element.scrollTop, heightOf);
    if (shift === 0) return;
    // Rows glide to where they belong; these are to seem not to move at all.
    element.dataset['still'] = '';
    element.scrollTop += shift;
    requestAnimationFrame(() => requestAnimationFrame(() => delete element.dataset['still']));
  });
}

/** How far the first line in sight that has stayed has moved, in pixels; `top` is how far the list is scrolled. */
export function shiftOf(
  before: readonly ListLine[],
  after: readonly ListLine[],
  top: number,
  heightOf: (line: ListLine) => number,
): number {
  const now = new Map<string, number>();
  let end = 0;
  for (const line of after) {
    now.set(lineId(line), end);
    end += heightOf(line);
  }
  let start = 0;
  for (const line of before) {
    const index = now.get(lineId(line));
    const height = heightOf(line);
    // Headings come and go with the days; conversations are what one looks at.
    if (start + height > top && line.kind === 'row' && index !== undefined) return index - start;
    start += height;
  }
  return 0;
}
