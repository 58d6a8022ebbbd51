import { defaultRangeExtractor, type Range, useVirtualizer } from '@tanstack/react-virtual';
import { ContextMenu } from 'radix-ui';
import { type CSSProperties, type RefObject, useCallback, useEffect, useMemo, useRef } from 'react';
import { useRowHeight } from '../../design/density.ts';
import { RowMenu } from '../lazy-components.ts';
import { useCursor } from './use-cursor.ts';
import { FadingRows } from './leaving-rows.tsx';
import { focusCurrent, useFocusRetention, useLoadMore, useOnThreadClosed, useScrollToOpen } from './list-effects.ts';
import { useListKeys } from './use-list-keys.ts';
import { LoadMoreRow } from './older-rows.tsx';
import { useThreadHrefs } from './row-link.tsx';
import { headingAbove, lineId, type ListLine, rowsOf } from './rows.ts';
import { useScrollAnchor } from './use-scroll-anchor.ts';
import styles from './thread-list.module.css';
import { ThreadRow } from './thread-row.tsx';
import { useRowMenu } from './use-row-menu.ts';
import type { Lens } from '../lens.ts';
import type { Pages } from './pages.ts';

const headingHeightPx = 36;

type ThreadListProps = {
  lens: Lens;
  lines: readonly ListLine[];
  openId: string | undefined;
  total: number | undefined;
  pages: Pages;
};

/**
 * The conversations, of which only those in sight are in the document. One row holds the focus; J, K and the arrows move
 * it, and take the open conversation along where one is open.
 */
export function ThreadList({ lens, lines, openId, total, pages }: ThreadListProps) {
  const scroller = useRef<HTMLDivElement>(null);
  const rows = useMemo(() => rowsOf(lines), [lines]);
  const { cursor, current, setCursor } = useCursor(rows, openId);
  const currentAt = lineIndexOf(lines, current);
  const menu = useRowMenu(rows);
  const hrefOf = useThreadHrefs(lens);
  const { virtualizer, heightOf } = useLineVirtualizer(lines, currentAt, scroller);
  const items = virtualizer.getVirtualItems();
  const firstAt = virtualizer.range?.startIndex ?? 0;
  const stickyIndex = headingAbove(lines, firstAt);
  useScrollAnchor(lines, heightOf, scroller);
  useLoadMore(items.at(-1)?.index ?? 0, lines.length, pages);
  useScrollToOpen(lineIndexOf(lines, openId), (at) => virtualizer.scrollToIndex(at, { align: 'center' }));
  useFocusRetention(rows, cursor, scroller);
  const wantFocus = useRowFocus(openId, setCursor, scroller);
  useListKeys({
    lens,
    rows,
    openId,
    current,
    scroller,
    goTo({ thread_id }) {
      wantFocus(!openId || scroller.current?.contains(document.activeElement) === true);
      setCursor(thread_id);
      virtualizer.scrollToIndex(lineIndexOf(lines, thread_id), { align: 'auto' });
    },
  });

  return (
    <ContextMenu.Root modal={false} onOpenChange={menu.setOpen}>
      <div className={styles['scroller']} ref={scroller}>
        <FadingRows lines={lines} items={items} />
        <ContextMenu.Trigger asChild>
          <ul className={styles['list']} role="list" style={{ height: virtualizer.getTotalSize() }} {...menu.trigger}>
            {items.map(({ index, key, start, size }) => {
              const line = lines[index];
              if (!line) return null;
              if (line.kind === 'heading') {
                const isSticky = index === stickyIndex;
                return (
                  <DayHeading
                    key={key}
                    label={line.label}
                    isSticky={isSticky}
                    isOver={firstAt > stickyIndex}
                    style={{ height: size, ...(!isSticky && { top: start }) }}
                  />
                );
              }
              const { row } = line;
              return (
                <li
                  key={key}
                  className={styles['line']}
                  style={{ height: size, transform: `translateY(${start}px)` }}
                  aria-posinset={line.rowNumber}
                  aria-setsize={total ?? -1}
                  data-thread={row.thread_id}
                >
                  <ThreadRow
                    row={row}
                    lens={lens}
                    href={hrefOf(row.thread_id)}
                    isOpen={row.thread_id === openId}
                    isCurrent={row.thread_id === current}
                    hasMenu={row === menu.row}
                    onFocus={setCursor}
                  />
                </li>
              );
            })}
          </ul>
        </ContextMenu.Trigger>
        {pages.hasMore && <LoadMoreRow pages={pages} />}
      </div>
      {menu.row && <RowMenu row={menu.row} anchor={menu.anchor} onClosed={() => focusCurrent(scroller.current)} />}
    </ContextMenu.Root>
  );
}

/** Gives the focus to the current row when an open conversation is closed, and when the function it returns says so. */
function useRowFocus(
  openId: string | undefined,
  setCursor: (threadId: string) => void,
  scroller: RefObject<HTMLDivElement | null>,
): (isWanted: boolean) => void {
  const isWanted = useRef(false);
  // Not by the row itself, which is not rendered anew where one is at it already.
  useEffect(() => {
    if (isWanted.current && focusCurrent(scroller.current)) isWanted.current = false;
  });
  useOnThreadClosed(openId, (closed) => {
    // Whatever held the focus in the reader is gone by now; a focus elsewhere is left alone.
    isWanted.current = document.activeElement === document.body;
    setCursor(closed);
  });
  return (next) => {
    isWanted.current = next;
  };
}

/** Which lines are in the document, and where. */
function useLineVirtualizer(lines: readonly ListLine[], currentAt: number, scroller: RefObject<HTMLDivElement | null>) {
  const rowHeight = useRowHeight();
  const measures = useMeasures(lines, rowHeight);
  const virtualizer = useVirtualizer({
    count: lines.length,
    getScrollElement: () => scroller.current,
    ...measures,
    // As much as may be in sight, so that the first drawing has rows: the size is known after it.
    initialRect: { width: 0, height: window.innerHeight },
    overscan: 8,
    // The row that holds the focus stays in the document, or the focus would be lost by scrolling.
    // So does the heading of what is in sight, which stays above it.
    rangeExtractor: useCallback(
      (range: Range) => rangeWith([Math.max(0, currentAt), headingAbove(lines, range.startIndex)], range),
      [lines, currentAt],
    ),
    scrollPaddingStart: headingHeightPx,
  });
  useEffect(() => virtualizer.measure(), [virtualizer, rowHeight]);
  return { virtualizer, heightOf: measures.heightOf };
}

type DayHeadingProps = {
  label: string;
  /** It stays above the rows in sight. */
  isSticky: boolean;
  /** Whether rows are scrolled below the sticky heading. */
  isOver: boolean;
  style: CSSProperties;
};

function DayHeading({ label, isSticky, isOver, style }: DayHeadingProps) {
  return (
    <li className={styles[isSticky ? 'stuck' : 'day']} data-over={isOver || undefined} style={style}>
      <h2 className={styles['heading']}>{label}</h2>
    </li>
  );
}

/** How high lines are, and what they are known by. All of them are measured anew where one of these is another function. */
function useMeasures(lines: readonly ListLine[], rowHeight: number) {
  return useMemo(() => {
    const heightOf = (line: ListLine | undefined) => (line?.kind === 'heading' ? headingHeightPx : rowHeight);
    return {
      heightOf,
      estimateSize: (at: number) => heightOf(lines[at]),
      getItemKey: (at: number) => keyOf(lines[at]),
    };
  }, [lines, rowHeight]);
}

function rangeWith(indexes: readonly number[], range: Range): number[] {
  return [...new Set([...defaultRangeExtractor(range), ...indexes.filter((at) => at >= 0)])].sort((a, b) => a - b);
}

function keyOf(line: ListLine | undefined): string {
  return line ? lineId(line) : '';
}

/** Where a conversation stands among the lines; -1 where it is not there. */
function lineIndexOf(lines: readonly ListLine[], threadId: string | undefined): number {
  return lines.findIndex((line) => line.kind === 'row' && line.row.thread_id === threadId);
}
