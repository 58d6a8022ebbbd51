import { type PointerEvent, type RefObject, useRef } from 'react';

/** Where a finger is on its way across a row, towards the end of the line (`1`) or its start (`-1`). */
type Side = 1 | -1;

/** In pixels: from here on a movement is one, and from there on it does something when the finger is lifted. */
const moveThresholdPx = 12;
const swipeDistancePx = 96;

/** Whether a movement goes sideways clearly enough to be a swipe and no scrolling; undefined while that is open. */
export function isSideways(dx: number, dy: number): boolean | undefined {
  if (Math.hypot(dx, dy) < moveThresholdPx) return undefined;
  return Math.abs(dx) > 1.5 * Math.abs(dy);
}

/** How far a row follows the finger: all the way up to where it counts, then ever less. */
export function swipeOffset(dx: number, width: number): number {
  const limit = Math.min(swipeDistancePx, width / 3);
  const beyond = Math.max(0, Math.abs(dx) - limit);
  return Math.sign(dx) * (Math.min(Math.abs(dx), limit) + beyond * 0.6);
}

/** The side on which a swipe has come far enough to do something. */
export function completedSide(dx: number, width: number): Side | undefined {
  if (Math.abs(dx) < Math.min(swipeDistancePx, width / 3)) return undefined;
  return dx > 0 ? 1 : -1;
}

type SwipeState = { pointer: number; x: number; y: number; isClaimed: boolean };

/**
 * Lets a finger push a row aside. The row follows by the property `--drawn`; `data-swipe` says to which side and
 * `data-reached` that letting go will do it. The browser keeps what is vertical, for scrolling.
 */
export function useSwipe(row: RefObject<HTMLElement | null>, onSwipe: (side: Side) => void) {
  const swiping = useRef<SwipeState>(undefined);

  function show(dx: number): void {
    const element = row.current;
    if (!element) return;
    const side = directionOf(element) * Math.sign(dx);
    element.style.setProperty('--drawn', `${swipeOffset(dx, element.clientWidth)}px`);
    element.dataset['swipe'] = side > 0 ? 'end' : 'start';
    element.toggleAttribute('data-reached', completedSide(dx, element.clientWidth) !== undefined);
  }

  function rest(): void {
    swiping.current = undefined;
    row.current?.style.removeProperty('--drawn');
    row.current?.removeAttribute('data-reached');
    row.current?.removeAttribute('data-swipe');
  }

  return {
    onPointerDown({ pointerType, pointerId, clientX, clientY, isPrimary }: PointerEvent) {
      if (pointerType !== 'touch' || !isPrimary) return;
      swiping.current = { pointer: pointerId, x: clientX, y: clientY, isClaimed: false };
    },
    onPointerMove(event: PointerEvent) {
      const now = swiping.current;
      if (!now || event.pointerId !== now.pointer) return;
      const dx = event.clientX - now.x;
      if (!now.isClaimed) {
        const claims = isSideways(dx, event.clientY - now.y);
        if (claims === false) swiping.current = undefined;
        if (!claims) return;
        now.isClaimed = true;
        row.current?.setPointerCapture(now.pointer);
      }
      show(dx);
    },
    onPointerUp(event: PointerEvent) {
      const now = swiping.current;
      const element = row.current;
      if (!now?.isClaimed || !element || event.pointerId !== now.pointer) return void (swiping.current = undefined);
      const side = completedSide(event.clientX - now.x, element.clientWidth);
      rest();
      if (side) onSwipe((side * directionOf(element)) as Side);
    },
    onPointerCancel: rest,
  };
}

/** 1 where lines run to the right, -1 where they run to the left. */
function directionOf(element: Element): Side {
  return getComputedStyle(element).direction === 'rtl' ? -1 : 1;
}
