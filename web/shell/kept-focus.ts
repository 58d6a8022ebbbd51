import { useEffect } from 'react';

const stops = 'a[href], button:not(:disabled), input:not(:disabled), select:not(:disabled), textarea, [tabindex="0"]';

/** In milliseconds. Dialogs, lists and composers give the focus back themselves, and are left to it. */
const patience = 80;

/** What had the focus, and what it stood among: from the inside out, for what is taken out has no place any more. */
type Trail = { element: Element; steps: { part: Element; next: Element | null; previous: Element | null }[] };

/**
 * Keeps the focus from being lost: where what had it is taken out of the page, the same part of its neighbour has it, and
 * otherwise the main part; where it was only switched off for a while, it has it again.
 */
export function useKeptFocus(): void {
  useEffect(() => {
    let trail: Trail | undefined;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const remember = ({ target }: FocusEvent) => {
      trail = target instanceof Element ? trailOf(target) : undefined;
      // Whoever loses it next has the whole of the patience.
      clearTimeout(timer);
      timer = undefined;
    };
    // Who presses beside everything wants the focus nowhere.
    const forget = () => void (trail = undefined);
    const look = () => {
      timer = undefined;
      if (trail && document.activeElement === document.body) keep(trail);
    };
    const observer = new MutationObserver(() => {
      if (trail && document.activeElement === document.body) timer ??= setTimeout(look, patience);
    });
    addEventListener('focusin', remember);
    addEventListener('pointerdown', forget, true);
    observer.observe(document.body, { childList: true, subtree: true, attributeFilter: ['disabled'] });
    return () => {
      removeEventListener('focusin', remember);
      removeEventListener('pointerdown', forget, true);
      observer.disconnect();
      clearTimeout(timer);
    };
  }, []);
}

function trailOf(element: Element): Trail {
  const steps: Trail['steps'] = [];
  for (let part: Element | null = element; part && part !== document.body; part = part.parentElement) {
    steps.push({ part, next: part.nextElementSibling, previous: part.previousElementSibling });
  }
  return { element, steps };
}

function keep({ element, steps }: Trail): void {
  if (element.isConnected) {
    if (element.matches(stops)) focus(element);
    return;
  }
  // A list that draws only what is in sight takes rows out while it is scrolled, and knows itself where one is.
  if (element.closest('[aria-posinset]')) return;
  for (const { part, next, previous } of steps) {
    // What is still there stands among other things than it did.
    if (part.isConnected) break;
    for (const neighbour of [next, previous]) {
      const stop = neighbour?.isConnected ? stopIn(neighbour, placeOf(element, part)) : undefined;
      if (stop) return focus(stop);
    }
  }
  focus(document.getElementById('mail'));
}

/** Which of the stops of `part` it was. */
function placeOf(element: Element, part: Element): number {
  return Math.max(0, [...part.querySelectorAll(stops)].indexOf(element));
}

function stopIn(part: Element, place: number): Element | undefined {
  const inside = [...part.querySelectorAll(stops)].filter((stop) => stop.checkVisibility());
  return inside[Math.min(place, inside.length - 1)] ?? (part.matches(stops) ? part : undefined);
}

function focus(element: Element | null): void {
  if (element instanceof HTMLElement) element.focus({ preventScroll: element.id === 'mail' });
}
