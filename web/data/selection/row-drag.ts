import type { MessageRow } from '../../../daemon/contract/fields.ts';
import styles from './row-drag.module.css';

/** The type of dragged conversations in a `DataTransfer`; its data is JSON of `{ rows }`. */
const draggedRowsType = 'application/x-posthorn-rows';

type DragData = Pick<DragEvent, 'dataTransfer'>;

/** Puts conversations into a drag, with a small badge that shows their number in `words`. */
export function startRowDrag({ dataTransfer }: DragData, rows: readonly MessageRow[], label: string): void {
  if (!dataTransfer) return;
  // Without this, the link of the row would drag its address, which no label accepts.
  dataTransfer.clearData();
  dataTransfer.setData(draggedRowsType, JSON.stringify({ rows }));
  dataTransfer.effectAllowed = 'copyMove';
  const badge = document.createElement('div');
  badge.className = styles['badge'] ?? '';
  badge.textContent = label;
  document.body.append(badge);
  dataTransfer.setDragImage(badge, -10, 14);
  // The browser takes the drag image after this event.
  setTimeout(() => badge.remove());
}

/** Whether conversations are being dragged. Browsers reveal which ones only on drop. */
export function hasDraggedRows({ dataTransfer }: DragData): boolean {
  return dataTransfer?.types.includes(draggedRowsType) ?? false;
}

/** The conversations that were dropped. */
export function readDroppedRows({ dataTransfer }: DragData): MessageRow[] {
  const data = dataTransfer?.getData(draggedRowsType);
  return data ? (JSON.parse(data) as { rows: MessageRow[] }).rows : [];
}
