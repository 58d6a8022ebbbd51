import { type RefObject, useLayoutEffect, useRef } from 'react';
import { idOf, type Line } from './rows.ts';

/** In pixels. Nearer to the top than this one looks at what is newest, and new mail comes into sight. */
const atTop = 24;

/** Keeps what is in sight where it is while lines come and go above it. `heightOf` is in pixels. */
export function useSteadyView(
  lines: readonly Line[],
  heightOf: (line: Line) => number,
  scroller: RefObject<HTMLElement | null>,
): void {
  const before = useRef(lines);
  useLayoutEffect(() => {
    const was = before.current;
    before.current = lines;
    const element = scroller.current;
    if (!element || was === lines || element.scrollTop < atTop) return;
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
  before: readonly Line[],
  after: readonly Line[],
  top: number,
  heightOf: (line: Line) => number,
): number {
  const now = new Map<string, number>();
  let end = 0;
  for (const line of after) {
    now.set(idOf(line), end);
    end += heightOf(line);
  }
  let start = 0;
  for (const line of before) {
    const place = now.get(idOf(line));
    const height = heightOf(line);
    // Headings come and go with the days; conversations are what one looks at.
    if (start + height > top && line.kind === 'row' && place !== undefined) return place - start;
    start += height;
  }
  return 0;
}
