import { useNavigate } from '@tanstack/react-router';
import { defaultRangeExtractor, useVirtualizer } from '@tanstack/react-virtual';
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { Button } from '../design/button.tsx';
import { threadLink } from '../lens-paths.ts';
import type { Lens } from '../queries.ts';
import { useKeys } from '../shell/keys.ts';
import { strings } from '../strings.ts';
import { ListSkeleton } from './list-skeleton.tsx';
import type { Pages } from './place.tsx';
import { type Line, neighbour, rowsOf } from './rows.ts';
import styles from './thread-list.module.css';
import { ThreadRow } from './thread-row.tsx';

const rowHeight = 77;
const headingHeight = 36;
const loadAhead = 30;

type ThreadListProps = {
  lens: Lens;
  lines: readonly Line[];
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
  const wantsFocus = useRef(false);
  const [cursor, setCursor] = useState(openId);
  const rows = useMemo(() => rowsOf(lines), [lines]);
  const current = rows.some(({ thread_id }) => thread_id === cursor) ? cursor : rows[0]?.thread_id;
  const currentAt = lines.findIndex((line) => line.kind === 'row' && line.row.thread_id === current);
  const navigate = useNavigate();

  const virtualizer = useVirtualizer({
    count: lines.length,
    getScrollElement: () => scroller.current,
    estimateSize: (at) => (lines[at]?.kind === 'heading' ? headingHeight : rowHeight),
    getItemKey: (at) => keyOf(lines[at]),
    overscan: 8,
    // The row that holds the focus stays in the document, or the focus would be lost by scrolling.
    rangeExtractor: (range) =>
      [...new Set([...defaultRangeExtractor(range), Math.max(0, currentAt)])].sort((a, b) => a - b),
  });
  const items = virtualizer.getVirtualItems();
  useLoadAhead(items.at(-1)?.index ?? 0, lines.length, pages);
  useStartAtOpen(openId, lines, (at) => virtualizer.scrollToIndex(at, { align: 'center' }));

  useReturn(openId, (closed) => {
    // Whatever held the focus in the reader is gone by now; a focus elsewhere is left alone.
    wantsFocus.current = document.activeElement === document.body;
    setCursor(closed);
  });

  function move(step: number): void {
    const next = neighbour(rows, openId ?? cursor, step);
    if (!next) return;
    wantsFocus.current = !openId || scroller.current?.contains(document.activeElement) === true;
    setCursor(next.thread_id);
    virtualizer.scrollToIndex(
      lines.findIndex((line) => line.kind === 'row' && line.row === next),
      { align: 'auto' },
    );
    if (openId && openId !== next.thread_id) void navigate({ ...threadLink(lens, next.thread_id), replace: true });
  }

  function moveBy(step: number, { key }: KeyboardEvent): boolean {
    const isArrow = key.startsWith('Arrow');
    if (isArrow && !scroller.current?.contains(document.activeElement)) return false;
    move(step);
    return true;
  }

  useKeys({
    next: (event) => moveBy(1, event),
    previous: (event) => moveBy(-1, event),
    open(event) {
      if (event.key === 'Enter' && document.activeElement !== document.body) return false;
      if (!current) return false;
      void navigate(threadLink(lens, current));
      return true;
    },
  });

  return (
    <div className={styles['scroller']} ref={scroller}>
      <ul className={styles['list']} role="list" style={{ height: virtualizer.getTotalSize() }}>
        {items.map(({ index, key, start, size }) => {
          const line = lines[index];
          if (!line) return null;
          const place = { height: size, transform: `translateY(${start}px)` };
          if (line.kind === 'heading') {
            return (
              <li key={key} className={styles['line']} style={place}>
                <h2 className={styles['heading']}>{line.label}</h2>
              </li>
            );
          }
          const { row } = line;
          return (
            <li
              key={key}
              className={styles['line']}
              style={place}
              aria-posinset={line.place}
              aria-setsize={total ?? -1}
            >
              <ThreadRow
                row={row}
                lens={lens}
                isOpen={row.thread_id === openId}
                isCurrent={row.thread_id === current}
                wantsFocus={wantsFocus}
                onFocus={setCursor}
              />
            </li>
          );
        })}
      </ul>
      {pages.hasMore && <Older pages={pages} />}
    </div>
  );
}

function keyOf(line: Line | undefined): string {
  if (!line) return '';
  return line.kind === 'heading' ? `heading ${line.id}` : line.row.thread_id;
}

/** Asks for the next page before the end comes into sight. */
function useLoadAhead(lastShown: number, count: number, { hasMore, isLoadingMore, error, loadMore }: Pages): void {
  const isNear = lastShown > count - loadAhead;
  useEffect(() => {
    if (isNear && hasMore && !isLoadingMore && !error) loadMore();
  }, [isNear, hasMore, isLoadingMore, error, loadMore]);
}

/** A list entered by a link to one of its conversations starts where that one is. */
function useStartAtOpen(openId: string | undefined, lines: readonly Line[], show: (at: number) => void): void {
  const isDone = useRef(false);
  useEffect(() => {
    if (isDone.current) return;
    isDone.current = true;
    const at = lines.findIndex((line) => line.kind === 'row' && line.row.thread_id === openId);
    if (at > 0) show(at);
  });
}

/** Calls `back` with the conversation that was closed, so that the list goes on where one left it. */
function useReturn(openId: string | undefined, back: (closed: string) => void): void {
  const before = useRef(openId);
  useLayoutEffect(() => {
    const closed = before.current;
    before.current = openId;
    if (closed && !openId) back(closed);
  });
}

function Older({ pages }: { pages: Pages }) {
  if (!pages.error) return <ListSkeleton rows={3} />;
  return (
    <p className={styles['more']} role="alert">
      {strings.list.moreFailed}{' '}
      <Button look="quiet" onClick={pages.loadMore}>
        {strings.errors.retry}
      </Button>
    </p>
  );
}
