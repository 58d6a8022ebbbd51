import type { notifyManager } from '@tanstack/react-query';

/** In milliseconds. A longer press is not a click, and a release that the page does not see must not stop its updates. */
const maxPressMs = 2_000;

/** In milliseconds. A browser sends the click of a touch some time after the finger has left. */
const clickDelayMs = 50;

type Scheduler = Parameters<typeof notifyManager.setScheduler>[0];

/**
 * Returns the scheduler with which TanStack Query notifies components of new data. While the user presses a button of the
 * pointer, the notifications wait. Otherwise new mail could move a row between the press and the release, and the browser would
 * send no click. `target` is the window.
 */
export function createUpdateScheduler(target: Pick<Window, 'addEventListener'>): Scheduler {
  let held: Parameters<Scheduler>[0][] | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;

  const schedule: Scheduler = (notify) => {
    if (held) held.push(notify);
    else setTimeout(notify, 0);
  };
  const release = () => {
    clearTimeout(timer);
    const waiting = held ?? [];
    held = undefined;
    waiting.forEach(schedule);
  };
  const releaseAfter = (delayMs: number) => {
    clearTimeout(timer);
    timer = setTimeout(release, delayMs);
  };
  // Before the listeners of the page, which may stop an event.
  const on = (types: readonly string[], listener: () => void) =>
    types.forEach((type) => target.addEventListener(type, listener, { capture: true }));

  on(['pointerdown'], () => {
    held ??= [];
    releaseAfter(maxPressMs);
  });
  on(['pointerup'], () => {
    if (held) releaseAfter(clickDelayMs);
  });
  on(['click', 'pointercancel'], release);
  // In the capture phase the window would also receive the event of each element that loses the focus.
  target.addEventListener('blur', release);
  return schedule;
}
