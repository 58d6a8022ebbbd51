import { defaultRangeExtractor, type Range, useVirtualizer } from '@tanstack/react-virtual';
import { ContextMenu } from 'radix-ui';
import {
  type ComponentProps,
  type CSSProperties,
  type ReactNode,
  type RefObject,
  useCallback,
  useEffect,
  useMemo,
  useRef,
} from 'react';
import type { MessageRow } from '../../../../daemon/contract/fields.ts';
import { useRowHeight } from '../../../design/theme/density.ts';
import { RowMenu } from '../../lazy-components.ts';
import { useCursor } from './use-cursor.ts';
import { FadingRows } from './leaving-rows.tsx';
import { focusCurrent, useFocusRetention, useLoadMore, useOnThreadClosed, useScrollToOpen } from './list-effects.ts';
import { useListKeys } from './use-list-keys.ts';
import { LoadMoreRow } from './older-rows.tsx';
import { useThreadHrefs } from '../row/row-link.tsx';
import { headingAbove, lineId, type ListLine, rowsOf } from './rows.ts';
import { type ListPlace, useLeavingPlace, useListPlace } from './list-place.ts';
import { shiftOf, useScrollAnchor } from './use-scroll-anchor.ts';
import styles from './thread-list.module.css';
import { ThreadRow } from '../row/thread-row.tsx';
import { useRowMenu } from '../row/use-row-menu.ts';
import type { Lens } from '../../lens.ts';
import type { Pages } from './pages.ts';

const headingHeightPx = 32;
/** The height of a toast with its distance from the edge. */
const toastHeightPx = 64;
/** Header and status line. */
const aroundListPx = 88;

/** Rows that are rendered beyond the visible ones: in a list that the user scrolls, and in one that has just appeared. */
const scrollOverscan = 8;
const firstOverscan = 2;

/** The height of the list that was shown last. */
let lastHeightPx: number | undefined;

type ThreadListProps = {
  lens: Lens;
  lines: readonly ListLine[];
  openId: string | undefined;
  total: number | undefined;
  pages: Pages;
};

/** The list of conversations, with a menu for each row. The menu does not render again while the list scrolls. */
export function ThreadList(props: ThreadListProps) {
  const { lines, pages } = props;
  const scroller = useRef<HTMLDivElement>(null);
  const rows = useMemo(() => rowsOf(lines), [lines]);
  const menu = useRowMenu(rows);
  return (
    <ContextMenu.Root modal={false} onOpenChange={menu.setOpen}>
      <div className={styles['scroller']} ref={scroller}>
        <ContextMenu.Trigger asChild>
          <Lines {...props} {...menu.trigger} rows={rows} rowWithMenu={menu.row} scroller={scroller} />
        </ContextMenu.Trigger>
        {pages.hasMore ? <LoadMoreRow pages={pages} /> : pages.end}
      </div>
      {menu.row && <RowMenu row={menu.row} anchor={menu.anchor} onClosed={() => focusCurrent(scroller.current)} />}
    </ContextMenu.Root>
  );
}

/** The properties of `ul` are those of the trigger of the menu. */
type LinesProps = ThreadListProps &
  ComponentProps<'ul'> & {
    rows: MessageRow[];
    rowWithMenu: MessageRow | undefined;
    scroller: RefObject<HTMLDivElement | null>;
  };

/**
 * The virtualized lines: only visible rows are rendered. One row has the focus. J, K and the arrow keys move it, and if a
 * conversation is open, they open the next one.
 */
function Lines({ lens, lines, rows, openId, total, pages, rowWithMenu, scroller, ...trigger }: LinesProps) {
  const indexOf = useLineIndexes(lines);
  const place = useListPlace(lens);
  const { cursor, current, setCursor } = useCursor(rows, openId ?? place?.cursor);
  const start = useRef<HTMLDivElement>(null);
  const hrefOf = useThreadHrefs(lens);
  const { virtualizer, heightOf } = useLineVirtualizer(lines, indexOf(current), { start, place });
  const [items, firstAt] = [virtualizer.getVirtualItems(), virtualizer.range?.startIndex ?? 0];
  const stickyIndex = headingAbove(lines, firstAt);
  useScrollAnchor(lines, heightOf, scroller);
  useLoadMore(items.at(-1)?.index ?? 0, lines.length, pages);
  useLeavingPlace(lens, () => ({ lines, top: virtualizer.scrollOffset ?? 0, cursor }));
  useScrollToOpen(place ? -1 : indexOf(openId), (at) => virtualizer.scrollToIndex(at, { align: 'center' }));
  useFocusRetention(rows, cursor, scroller);
  const wantFocus = useRowFocus(openId, setCursor, scroller);
  useListKeys({
    lens,
    rows,
    openId,
    current,
    scroller,
    pages,
    goTo({ thread_id }) {
      wantFocus(!openId || scroller.current?.contains(document.activeElement) === true);
      setCursor(thread_id);
      virtualizer.scrollToIndex(indexOf(thread_id), { align: 'auto' });
    },
  });

  return (
    <>
      <FadingRows ref={start} lines={lines} items={items} />
      <ul
        {...trigger}
        className={styles['list']}
        role="list"
        style={{ ...trigger.style, height: virtualizer.getTotalSize() }}
      >
        {items.map(({ index, key, start, size }) => {
          const line = lines[index];
          if (!line) return null;
          if (line.kind === 'heading') {
            return (
              <DayHeading
                key={key}
                label={line.label}
                isSticky={index === stickyIndex}
                isOver={firstAt > stickyIndex}
                tools={pages.HeadingTools && <pages.HeadingTools groupId={line.groupId} />}
                style={{ height: size, ...(index !== stickyIndex && { top: start }) }}
              />
            );
          }
          const { row } = line;
          return (
            <ThreadRow
              key={key}
              row={row}
              lens={lens}
              start={start}
              size={size}
              position={line.rowNumber}
              total={total}
              href={hrefOf(row.thread_id)}
              isOpen={row.thread_id === openId}
              isCurrent={row.thread_id === current}
              hasMenu={row === rowWithMenu}
              onFocus={setCursor}
            />
          );
        })}
      </ul>
    </>
  );
}

/** Focuses the current row when an open conversation is closed, and when the returned function is called. */
function useRowFocus(
  openId: string | undefined,
  setCursor: (threadId: string) => void,
  scroller: RefObject<HTMLDivElement | null>,
): (isWanted: boolean) => void {
  const isWanted = useRef(false);
  // The row itself cannot do this, because it does not render again if it is current already.
  useEffect(() => {
    if (isWanted.current && focusCurrent(scroller.current)) isWanted.current = false;
  });
  useOnThreadClosed(openId, (closed) => {
    // The focused element of the reader is gone by now; a focus elsewhere is kept.
    isWanted.current = document.activeElement === document.body;
    setCursor(closed);
  });
  return (next) => {
    isWanted.current = next;
  };
}

/**
 * The rendered items and their positions. The list starts at the `place` where the user left it. `start` is an element in
 * the scroller: unlike the scroller's own reference, it is set when the effects of the list run for the first time.
 */
function useLineVirtualizer(
  lines: readonly ListLine[],
  currentAt: number,
  { start, place }: { start: RefObject<HTMLElement | null>; place: ListPlace | undefined },
) {
  const rowHeight = useRowHeight();
  const measures = useMeasures(lines, rowHeight);
  const virtualizer = useVirtualizer({
    count: lines.length,
    getScrollElement: () => start.current?.parentElement ?? null,
    initialOffset: () => (place ? place.top + shiftOf(place.lines, lines, place.top, measures.heightOf) : 0),
    ...measures,
    // An estimate of the visible area, so that the first render has rows; the real size is known after it.
    initialRect: { width: 0, height: lastHeightPx ?? window.innerHeight - aroundListPx },
    // The row with the focus stays rendered, or scrolling would lose the focus. The heading of the visible rows stays too,
    // because it is sticky.
    rangeExtractor: useCallback(
      (range: Range) => rangeWith([Math.max(0, currentAt), headingAbove(lines, range.startIndex)], range),
      [lines, currentAt],
    ),
    scrollPaddingStart: headingHeightPx,
    // A toast may cover the lower end of the list.
    scrollPaddingEnd: toastHeightPx,
    paddingEnd: toastHeightPx,
  });
  useEffect(() => {
    lastHeightPx = virtualizer.scrollRect?.height || lastHeightPx;
  });
  return { virtualizer, heightOf: measures.heightOf };
}

type DayHeadingProps = {
  label: string;
  /** The sticky heading above the visible rows. */
  isSticky: boolean;
  /** Whether rows are scrolled below the sticky heading. */
  isOver: boolean;
  tools: ReactNode;
  style: CSSProperties;
};

function DayHeading({ label, isSticky, isOver, tools, style }: DayHeadingProps) {
  return (
    <li className={styles[isSticky ? 'stuck' : 'day']} data-over={isOver || undefined} style={style}>
      <h2 className={styles['heading']}>{label}</h2>
      {tools && <div className={styles['tools']}>{tools}</div>}
    </li>
  );
}

/** The heights and keys of items. The virtualizer measures all of them again if one of these functions changes. */
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
  const overscan = range.startIndex > 0 ? scrollOverscan : firstOverscan;
  return [...new Set([...defaultRangeExtractor({ ...range, overscan }), ...indexes.filter((at) => at >= 0)])].sort(
    (a, b) => a - b,
  );
}

function keyOf(line: ListLine | undefined): string {
  return line ? lineId(line) : '';
}

/** Returns the index of a conversation among the items; -1 if it is not listed. */
function useLineIndexes(lines: readonly ListLine[]): (threadId: string | undefined) => number {
  return useMemo(() => {
    const indexes = new Map(lines.map((line, at) => [line.kind === 'row' ? line.row.thread_id : undefined, at]));
    return (threadId) => (threadId === undefined ? -1 : (indexes.get(threadId) ?? -1));
  }, [lines]);
}
