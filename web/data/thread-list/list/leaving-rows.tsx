import { type Ref, useLayoutEffect, useRef, useState } from 'react';
import type { MessageRow } from '../../../../daemon/contract/fields.ts';
import styles from './leaving-rows.module.css';
import { RowContent } from '../row/row-content.tsx';
import type { ListLine } from './rows.ts';

/** A row with its former position in the list. */
type PositionedRow = { row: MessageRow; start: number; size: number };
type Item = { index: number; start: number; size: number };

type FadingRowsProps = { ref: Ref<HTMLDivElement>; lines: readonly ListLine[]; items: readonly Item[] };

/** Rows that have just left the list fade out at their former position. They accept no input. */
export function FadingRows({ ref, lines, items }: FadingRowsProps) {
  const { leaving, remove } = useFadingRows(lines, items);
  return (
    <div ref={ref} inert aria-hidden="true" onAnimationEnd={remove}>
      {leaving.map(({ row, start, size }) => (
        <div key={row.thread_id} className={styles['line']} style={{ top: start, height: size }}>
          <RowContent row={row} shownLabel={undefined} />
        </div>
      ))}
    </div>
  );
}

function useFadingRows(lines: readonly ListLine[], items: readonly Item[]) {
  const before = useRef<readonly PositionedRow[]>([]);
  const [fading, setFading] = useState<readonly PositionedRow[]>([]);
  const compared = useRef(lines);
  useLayoutEffect(() => {
    const shown = positionedRows(lines, items);
    // Rows that were scrolled out of view have not left the list.
    if (compared.current === lines) return void (before.current = shown);
    compared.current = lines;
    const there = new Set(lines.flatMap((line) => (line.kind === 'row' ? [line.row.thread_id] : [])));
    const removed = before.current.filter(({ row }) => !there.has(row.thread_id));
    // If no row stayed, another list was loaded, and nothing has left this one.
    const isSameList = removed.length < before.current.length;
    before.current = shown;
    if (removed.length > 0 && isSameList) setFading(removed);
  }, [lines, items]);
  return { leaving: fading, remove: () => setFading([]) };
}

function positionedRows(lines: readonly ListLine[], items: readonly Item[]): PositionedRow[] {
  return items.flatMap(({ index, start, size }) => {
    const line = lines[index];
    return line?.kind === 'row' ? [{ row: line.row, start, size }] : [];
  });
}
