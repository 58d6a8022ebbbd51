import { type KeyboardEvent, type PointerEvent, useState } from 'react';
import styles from './pane-resizer.module.css';
import { storedWidth, setPaneWidth, type Pane, paneWidths } from './pane-widths.ts';

/** In pixels, for each press of an arrow key. */
const stepPx = 16;

/** The edge between two panes. It can be dragged or moved with the arrow keys; a double click resets it. */
export function PaneResizer({ pane, label }: { pane: Pane; label: string }) {
  const { least, most, usual } = paneWidths[pane];
  const [width, show] = useState(() => storedWidth(pane));
  const move = (next: number | undefined) => show(setPaneWidth(pane, next));

  function drag(event: PointerEvent<HTMLDivElement>): void {
    if (event.button !== 0) return;
    const edge = event.currentTarget;
    const from = event.clientX;
    const direction = growthDirection(edge);
    const before = edge.parentElement?.getBoundingClientRect().width ?? usual;
    edge.setPointerCapture(event.pointerId);
    edge.onpointermove = ({ clientX }) => move(before + (clientX - from) * direction);
    edge.onlostpointercapture = () => {
      edge.onpointermove = null;
    };
    event.preventDefault();
  }
  function press(event: KeyboardEvent<HTMLElement>): void {
    const at = width ?? usual;
    const along = stepPx * growthDirection(event.currentTarget);
    const next = { ArrowLeft: at - along, ArrowRight: at + along, Home: least, End: most }[event.key];
    if (next === undefined && event.key !== 'Enter') return;
    event.preventDefault();
    move(next);
  }
  return (
    <div
      role="separator"
      aria-orientation="vertical"
      aria-label={label}
      aria-valuemin={least}
      aria-valuemax={most}
      aria-valuenow={width ?? usual}
      tabIndex={0}
      className={styles['edge']}
      onPointerDown={drag}
      onKeyDown={press}
      onDoubleClick={() => move(undefined)}
    />
  );
}

/** 1 in left-to-right text, -1 in right-to-left text. */
function growthDirection(element: Element): 1 | -1 {
  return getComputedStyle(element).direction === 'rtl' ? -1 : 1;
}
