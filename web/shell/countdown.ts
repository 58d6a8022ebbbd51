import { useEffect, useEffectEvent } from 'react';

/** Calls `end` when it has run for a time in milliseconds in all. `run` starts and stops it; `now` is in milliseconds. */
export function createCountdown(duration: number, end: () => void, now = () => performance.now()) {
  let left = duration;
  let startedAt = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;
  return {
    run(runs: boolean): void {
      if (runs === (timer !== undefined)) return;
      if (runs) {
        startedAt = now();
        timer = setTimeout(end, left);
      } else {
        clearTimeout(timer);
        timer = undefined;
        left = Math.max(0, left - (now() - startedAt));
      }
    },
  };
}

/**
 * Calls `end` after a time in milliseconds in which the user could use a control. The time stops while the pointer or the
 * focus is on the control, and while the window is hidden or another one is used, so that the user need not be quick
 * (WCAG 2.2.1).
 */
export function useCountdown(control: HTMLElement | null, duration: number, end: () => void): void {
  const onEnd = useEffectEvent(end);
  useEffect(() => {
    if (!control || duration === Infinity) return;
    const countdown = createCountdown(duration, () => onEnd());
    const listening = new AbortController();
    const { signal } = listening;
    let isHovered = control.matches(':hover');
    let isFocused = control.contains(document.activeElement);
    const update = () => countdown.run(!isHovered && !isFocused && !document.hidden && document.hasFocus());

    function onControl({ type }: Event): void {
      if (type.startsWith('pointer')) isHovered = type === 'pointerenter';
      else isFocused = type === 'focusin';
      update();
    }

    for (const type of ['pointerenter', 'pointerleave', 'focusin', 'focusout'])
      control.addEventListener(type, onControl, { signal });
    for (const type of ['focus', 'blur']) window.addEventListener(type, update, { signal });
    document.addEventListener('visibilitychange', update, { signal });
    update();
    return () => {
      listening.abort();
      countdown.run(false);
    };
  }, [control, duration]);
}
