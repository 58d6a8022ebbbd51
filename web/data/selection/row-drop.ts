import { type DragEvent, useState } from 'react';
import type { MessageRow } from '../../../daemon/contract/fields.ts';
import { hasDraggedRows, readDroppedRows } from './row-drag.ts';

/** What is done with conversations that are dropped. With Shift they are moved and do not stay where they were. */
export type RowDropHandler = (rows: readonly MessageRow[], isMove: boolean) => void;

/** Makes an element take dragged conversations; one without `take` lets them pass. */
export function useRowDrop(onDrop: RowDropHandler | undefined) {
  const [isDragOver, setIsDragOver] = useState(false);
  if (!onDrop) return { isDragOver: false, handlers: {} };

  function handleDragOver(event: DragEvent): void {
    if (!hasDraggedRows(event)) return;
    event.preventDefault();
    setIsDragOver(true);
  }

  return {
    isDragOver,
    handlers: {
      onDragEnter: handleDragOver,
      onDragOver: handleDragOver,
      onDragLeave({ currentTarget, relatedTarget }: DragEvent) {
        if (!(relatedTarget instanceof Node && currentTarget.contains(relatedTarget))) setIsDragOver(false);
      },
      onDrop(event: DragEvent) {
        setIsDragOver(false);
        if (!hasDraggedRows(event)) return;
        event.preventDefault();
        const rows = readDroppedRows(event);
        if (rows.length > 0) onDrop(rows, event.shiftKey);
      },
    },
  };
}
