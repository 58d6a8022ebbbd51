import { elementScroll, type Rect, type Virtualizer } from '@tanstack/react-virtual';

type Lines = Virtualizer<HTMLDivElement, Element>;

/** The size of the last list, in pixels. Until there is one, it is an estimate with which the first render has rows. */
let last: Rect = { width: 0, height: window.innerHeight };

const scrolled = new WeakSet<Element>();

/** The size of a list and how it is scrolled, without making the browser compute the layout when a list appears. */
export const listRect = {
  get initialRect(): Rect {
    return last;
  },

  /** The browser reports the size before it paints. */
  observeElementRect({ scrollElement }: Lines, onRect: (rect: Rect) => void): (() => void) | undefined {
    if (!scrollElement) return undefined;
    const observer = new ResizeObserver(([entry]) => {
      const size = entry?.borderBoxSize[0];
      if (size) onRect((last = { width: Math.round(size.inlineSize), height: Math.round(size.blockSize) }));
    });
    observer.observe(scrollElement, { box: 'border-box' });
    return () => observer.disconnect();
  },

  scrollToFn(offset: number, options: Parameters<typeof elementScroll>[1], lines: Lines): void {
    const { scrollElement } = lines;
    // A new list is at its start already.
    if (offset !== 0 || (scrollElement && scrolled.has(scrollElement))) elementScroll(offset, options, lines);
    if (scrollElement) scrolled.add(scrollElement);
  },
};
