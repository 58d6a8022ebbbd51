import { useEffect } from 'react';

const focusableSelector =
  'a[href], button:not(:disabled), input:not(:disabled), select:not(:disabled), textarea, [tabindex="0"]';

/** In milliseconds. Dialogs, lists and composers give the focus back themselves, and are left to it. */
const recoveryDelayMs = 80;

/** What had the focus, and what it stood among: from the inside out, for what is taken out has no place any more. */
type FocusPath = { element: Element; steps: { part: Element; next: Element | null; previous: Element | null }[] };

/**
 * Keeps the focus from being lost: where what had it is taken out of the page, the same part of its neighbour has it, and
 * otherwise the main part; where it was only switched off for a while, it has it again.
 */
export function useFocusRecovery(): void {
  useEffect(() => {
    let path: FocusPath | undefined;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const remember = ({ target }: FocusEvent) => {
      path = target instanceof Element ? focusPathOf(target) : undefined;
      // Whoever loses it next has the whole of the patience.
      clearTimeout(timer);
      timer = undefined;
    };
    // Who presses beside everything wants the focus nowhere.
    const clear = () => void (path = undefined);
    const recover = () => {
      timer = undefined;
      if (path && document.activeElement === document.body) restoreFocus(path);
    };
    const observer = new MutationObserver(() => {
      if (path && document.activeElement === document.body) timer ??= setTimeout(recover, recoveryDelayMs);
    });
    addEventListener('focusin', remember);
    addEventListener('pointerdown', clear, true);
    observer.observe(document.body, { childList: true, subtree: true, attributeFilter: ['disabled'] });
    return () => {
      removeEventListener('focusin', remember);
      removeEventListener('pointerdown', clear, true);
      observer.disconnect();
      clearTimeout(timer);
    };
  }, []);
}

function focusPathOf(element: Element): FocusPath {
  const steps: FocusPath['steps'] = [];
  for (let part: Element | null = element; part && part !== document.body; part = part.parentElement) {
    steps.push({ part, next: part.nextElementSibling, previous: part.previousElementSibling });
  }
  return { element, steps };
}

function restoreFocus({ element, steps }: FocusPath): void {
  if (element.isConnected) {
    if (element.matches(focusableSelector)) focus(element);
    return;
  }
  // A list that draws only what is in sight takes rows out while it is scrolled, and knows itself where one is.
  if (element.closest('[aria-posinset]')) return;
  for (const { part, next, previous } of steps) {
    // What is still there stands among other things than it did.
    if (part.isConnected) break;
    for (const neighbour of [next, previous]) {
      const stop = neighbour?.isConnected ? stopIn(neighbour, stopIndexOf(element, part)) : undefined;
      if (stop) return focus(stop);
    }
  }
  focus(document.getElementById('mail'));
}

/** Which of the stops of `part` it was. */
function stopIndexOf(element: Element, part: Element): number {
  return Math.max(0, [...part.querySelectorAll(focusableSelector)].indexOf(element));
}

function stopIn(part: Element, index: number): Element | undefined {
  const inside = [...part.querySelectorAll(focusableSelector)].filter((stop) => stop.checkVisibility());
  return inside[Math.min(index, inside.length - 1)] ?? (part.matches(focusableSelector) ? part : undefined);
}

function focus(element: Element | null): void {
  if (element instanceof HTMLElement) element.focus({ preventScroll: element.id === 'mail' });
}
