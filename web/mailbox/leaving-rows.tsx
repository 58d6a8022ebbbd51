import { useLayoutEffect, useRef, useState } from 'react';
import type { MessageRow } from '../../daemon/contract/fields.ts';
import styles from './leaving-rows.module.css';
import { RowFace } from './row-face.tsx';
import type { Line } from './rows.ts';

/** A row where it was on the list. */
type Placed = { row: MessageRow; start: number; size: number };
type Item = { index: number; start: number; size: number };

/** Rows that have just left the list, fading where they were. Nothing can be done with them any more. */
export function LeavingRows({ lines, items }: { lines: readonly Line[]; items: readonly Item[] }) {
  const { leaving, forget } = useLeaving(lines, items);
  return (
    <div inert aria-hidden="true" onAnimationEnd={forget}>
      {leaving.map(({ row, start, size }) => (
        <div key={row.thread_id} className={styles['line']} style={{ top: start, height: size }}>
          <RowFace row={row} shownLabel={undefined} />
        </div>
      ))}
    </div>
  );
}

function useLeaving(lines: readonly Line[], items: readonly Item[]) {
  const before = useRef<readonly Placed[]>([]);
  const [leaving, setLeaving] = useState<readonly Placed[]>([]);
  const compared = useRef(lines);
  useLayoutEffect(() => {
    const shown = placed(lines, items);
    // Scrolling takes rows out of sight, and none out of the list.
    if (compared.current === lines) return void (before.current = shown);
    compared.current = lines;
    const there = new Set(lines.flatMap((line) => (line.kind === 'row' ? [line.row.thread_id] : [])));
    const gone = before.current.filter(({ row }) => !there.has(row.thread_id));
    // Where nothing has stayed, another list was read, and nothing has left this one.
    const isSameList = gone.length < before.current.length;
    before.current = shown;
    if (gone.length > 0 && isSameList) setLeaving(gone);
  }, [lines, items]);
  return { leaving, forget: () => setLeaving([]) };
}

function placed(lines: readonly Line[], items: readonly Item[]): Placed[] {
  return items.flatMap(({ index, start, size }) => {
    const line = lines[index];
    return line?.kind === 'row' ? [{ row: line.row, start, size }] : [];
  });
}
