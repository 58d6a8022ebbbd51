import { type DragEvent, useState } from 'react';
import { parseRecipients, type RecipientEntry } from '../../../data/compose/address-list.ts';
import type { RecipientKind } from './recipient-kind.ts';

const dragged = 'application/x-posthorn-recipient';

/** The attributes that make a recipient draggable to another field. */
export function draggedEntry({ text }: RecipientEntry, from: RecipientKind) {
  return {
    draggable: true as const,
    onDragStart: ({ dataTransfer }: DragEvent) => dataTransfer.setData(dragged, JSON.stringify({ from, text })),
  };
}

/** Makes a field accept recipients of another field. */
export function useRecipientDrop(onDrop: (entry: RecipientEntry, from: RecipientKind) => void) {
  const [isDragOver, setIsDragOver] = useState(false);

  function handleDragOver(event: DragEvent): void {
    if (!event.dataTransfer.types.includes(dragged)) return;
    event.preventDefault();
    setIsDragOver(true);
  }

  return {
    isOver: isDragOver,
    handlers: {
      onDragEnter: handleDragOver,
      onDragOver: handleDragOver,
      onDragLeave: () => setIsDragOver(false),
      onDrop(event: DragEvent) {
        setIsDragOver(false);
        const carried = event.dataTransfer.getData(dragged);
        if (!carried) return;
        event.preventDefault();
        // `draggedEntry` has written it.
        const { from, text } = JSON.parse(carried) as { from: RecipientKind; text: string };
        const [entry] = parseRecipients(text);
        if (entry) onDrop(entry, from);
      },
    },
  };
}
