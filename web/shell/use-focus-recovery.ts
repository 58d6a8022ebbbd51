import { useEffect } from 'react';

const focusableSelector =
  'a[href], button:not(:disabled), input:not(:disabled), select:not(:disabled), textarea, [tabindex="0"]';

/** In milliseconds. Dialogs, lists and composers restore the focus themselves within this time. */
const recoveryDelayMs = 80;

/** The element that had the focus, and its ancestors from the inside out, because a removed element has no ancestors. */
type FocusPath = { element: Element; steps: { part: Element; next: Element | null; previous: Element | null }[] };

/**
 * Restores a lost focus. If the focused element was removed, the same part of its neighbour takes the focus, or else the
 * main landmark. If the element was only disabled for a while, it takes the focus again.
 */
export function useFocusRecovery(): void {
  useEffect(() => {
    let path: FocusPath | undefined;
    let timer: ReturnType<typeof setTimeout> | undefined;
    // Without a focus to lose nothing is observed, so that a list that scrolls reports none of its rows.
    const observe = () => {
      observer.disconnect();
      if (path) observer.observe(document.body, { childList: true, subtree: true, attributeFilter: ['disabled'] });
    };
    const remember = ({ target }: FocusEvent) => {
      path = target instanceof Element ? focusPathOf(target) : undefined;
      observe();
      // The next loss of the focus has the full delay.
      clearTimeout(timer);
      timer = undefined;
    };
    // A click on the background removes the focus intentionally.
    const clear = () => {
      path = undefined;
      observe();
    };
    const recover = () => {
      timer = undefined;
      if (path && document.activeElement === document.body) restoreFocus(path);
    };
    const observer = new MutationObserver(() => {
      if (path && document.activeElement === document.body) timer ??= setTimeout(recover, recoveryDelayMs);
    });
    addEventListener('focusin', remember);
    addEventListener('pointerdown', clear, true);
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
  // A virtualized list removes rows while scrolling, and manages its focus itself.
  if (element.closest('[aria-posinset]')) return;
  for (const { part, next, previous } of steps) {
    // This ancestor is still in the page; its siblings are not related to the lost element.
    if (part.isConnected) break;
    for (const neighbour of [next, previous]) {
      const stop = neighbour?.isConnected ? stopIn(neighbour, stopIndexOf(element, part)) : undefined;
      if (stop) return focus(stop);
    }
  }
  focus(document.getElementById('mail'));
}

/** The index of an element among the tab stops of `part`. */
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
