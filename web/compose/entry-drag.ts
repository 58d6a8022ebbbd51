import { type DragEvent, useState } from 'react';
import { entriesOf, type Entry } from './address-line.ts';
import type { RecipientKind } from './recipients-field.tsx';

const dragged = 'application/x-posthorn-recipient';

/** What makes somebody one who can be dragged to another field. */
export function draggedEntry({ text }: Entry, from: RecipientKind) {
  return {
    draggable: true as const,
    onDragStart: ({ dataTransfer }: DragEvent) => dataTransfer.setData(dragged, JSON.stringify({ from, text })),
  };
}

/** Makes a field take somebody from another. */
export function useEntryDrop(take: (entry: Entry, from: RecipientKind) => void) {
  const [isOver, setIsOver] = useState(false);

  function over(event: DragEvent): void {
    if (!event.dataTransfer.types.includes(dragged)) return;
    event.preventDefault();
    setIsOver(true);
  }

  return {
    isOver,
    handlers: {
      onDragEnter: over,
      onDragOver: over,
      onDragLeave: () => setIsOver(false),
      onDrop(event: DragEvent) {
        setIsOver(false);
        const carried = event.dataTransfer.getData(dragged);
        if (!carried) return;
        event.preventDefault();
        // It was written by `draggedEntry`.
        const { from, text } = JSON.parse(carried) as { from: RecipientKind; text: string };
        const [entry] = entriesOf(text);
        if (entry) take(entry, from);
      },
    },
  };
}
