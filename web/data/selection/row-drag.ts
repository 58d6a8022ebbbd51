import type { MessageRow } from '../../../daemon/contract/fields.ts';
import styles from './row-drag.module.css';

/** What dragged conversations are called in a `DataTransfer`; its data is JSON of `{ rows }`. */
const draggedRowsType = 'application/x-posthorn-rows';

type DragData = Pick<DragEvent, 'dataTransfer'>;

/** Puts conversations into a drag, with a small badge at the pointer that says in `words` how many they are. */
export function startRowDrag({ dataTransfer }: DragData, rows: readonly MessageRow[], label: string): void {
  if (!dataTransfer) return;
  // A link brings its address along, which no label can take.
  dataTransfer.clearData();
  dataTransfer.setData(draggedRowsType, JSON.stringify({ rows }));
  dataTransfer.effectAllowed = 'copyMove';
  const badge = document.createElement('div');
  badge.className = styles['badge'] ?? '';
  badge.textContent = label;
  document.body.append(badge);
  dataTransfer.setDragImage(badge, -10, 14);
  // The browser takes its picture once this event is over.
  setTimeout(() => badge.remove());
}

/** Whether conversations are being dragged. Which ones is told only where they are dropped. */
export function hasDraggedRows({ dataTransfer }: DragData): boolean {
  return dataTransfer?.types.includes(draggedRowsType) ?? false;
}

/** The conversations that were dropped. */
export function readDroppedRows({ dataTransfer }: DragData): MessageRow[] {
  const data = dataTransfer?.getData(draggedRowsType);
  return data ? (JSON.parse(data) as { rows: MessageRow[] }).rows : [];
}
