import { type RefObject, useLayoutEffect, useRef } from 'react';
import { lineId, type ListLine } from './rows.ts';

/** In pixels. Nearer to the top, the list does not anchor, so that new mail becomes visible. */
const topThresholdPx = 24;

/** Keeps the visible rows in place while items change above them. `heightOf` is in pixels. */
export function useScrollAnchor(
  lines: readonly ListLine[],
  heightOf: (line: ListLine) => number,
  scroller: RefObject<HTMLElement | null>,
): void {
  const before = useRef(lines);
  useLayoutEffect(() => {
    const previous = before.current;
    before.current = lines;
    const element = scroller.current;
    if (!element || previous === lines || element.scrollTop < topThresholdPx) return;
    const shift = shiftOf(previous, lines, element.scrollTop, heightOf);
    if (shift === 0) return;
    // Rows animate to their position; anchored rows must not appear to move.
    element.dataset['still'] = '';
    element.scrollTop += shift;
    requestAnimationFrame(() => requestAnimationFrame(() => delete element.dataset['still']));
  });
}

/** How far the first visible item that stayed has moved, in pixels; `top` is the scroll position. */
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
    // Headings change with the day, so the anchor is a conversation.
    if (start + height > top && line.kind === 'row' && index !== undefined) return index - start;
    start += height;
  }
  return 0;
}
