import { type PointerEvent, type RefObject, useRef } from 'react';

/** The direction of a swipe: towards the end of the line (`1`) or its start (`-1`). */
type Side = 1 | -1;

/** In pixels: the distance that starts a swipe, and the distance that triggers its action on release. */
const moveThresholdPx = 12;
const swipeDistancePx = 96;

/** Whether a movement is clearly horizontal, and so a swipe instead of scrolling; undefined while undecided. */
export function isSideways(dx: number, dy: number): boolean | undefined {
  if (Math.hypot(dx, dy) < moveThresholdPx) return undefined;
  return Math.abs(dx) > 1.5 * Math.abs(dy);
}

/** How far a row follows the finger: fully up to the threshold, then ever less. */
export function swipeOffset(dx: number, width: number): number {
  const limit = Math.min(swipeDistancePx, width / 3);
  const beyond = Math.max(0, Math.abs(dx) - limit);
  return Math.sign(dx) * (Math.min(Math.abs(dx), limit) + beyond * 0.6);
}

/** The side on which a swipe has passed the threshold. */
export function completedSide(dx: number, width: number): Side | undefined {
  if (Math.abs(dx) < Math.min(swipeDistancePx, width / 3)) return undefined;
  return dx > 0 ? 1 : -1;
}

type SwipeState = { pointer: number; x: number; y: number; isClaimed: boolean };

/**
 * Lets the user swipe a row. The property `--drawn` is the offset of the row; `data-swipe` is the side, and `data-reached`
 * is set when a release would trigger the action. The browser keeps vertical movements, for scrolling.
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

/** 1 in left-to-right text, -1 in right-to-left text. */
function directionOf(element: Element): Side {
  return getComputedStyle(element).direction === 'rtl' ? -1 : 1;
}
