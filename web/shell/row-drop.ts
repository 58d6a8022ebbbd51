import { type DragEvent, useState } from 'react';
import type { MessageRow } from '../../daemon/contract/fields.ts';
import { carriesRows, droppedRows } from '../selection/drag.ts';

/** What is done with conversations that are dropped. With Shift they are moved and do not stay where they were. */
export type Take = (rows: readonly MessageRow[], isMove: boolean) => void;

/** Makes an element take dragged conversations; one without `take` lets them pass. */
export function useRowDrop(take: Take | undefined) {
  const [isOver, setIsOver] = useState(false);
  if (!take) return { isOver: false, handlers: {} };

  function over(event: DragEvent): void {
    if (!carriesRows(event)) return;
    event.preventDefault();
    setIsOver(true);
  }

  return {
    isOver,
    handlers: {
      onDragEnter: over,
      onDragOver: over,
      onDragLeave({ currentTarget, relatedTarget }: DragEvent) {
        if (!(relatedTarget instanceof Node && currentTarget.contains(relatedTarget))) setIsOver(false);
      },
      onDrop(event: DragEvent) {
        setIsOver(false);
        if (!carriesRows(event)) return;
        event.preventDefault();
        const rows = droppedRows(event);
        if (rows.length > 0) take(rows, event.shiftKey);
      },
    },
  };
}
