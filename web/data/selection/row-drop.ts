import { type DragEvent, useState } from 'react';
import type { MessageRow } from '../../../daemon/contract/fields.ts';
import { hasDraggedRows, readDroppedRows } from './row-drag.ts';

/** Called with dropped conversations. With Shift they are moved: they leave their previous place. */
export type RowDropHandler = (rows: readonly MessageRow[], isMove: boolean) => void;

/** Makes an element accept dragged conversations; without `take` it ignores them. */
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
