import { type RefObject, useEffect } from 'react';

/**
 * Makes a list of links and buttons one stop of the Tab key: the last focused one, else the open page, else the first. The
 * arrow keys, Home and End move within it. The open page is scrolled into view when it changes.
 */
export function useRovingTabStop(list: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const element = list.current;
    if (!element) return;
    let last: HTMLElement | undefined;
    let openPage: HTMLElement | undefined;
    const stopsOf = () => [...element.querySelectorAll<HTMLElement>('a[href], button')].filter(isShown);

    function update(): void {
      const stops = stopsOf();
      const open = stops.find((stop) => stop.hasAttribute('aria-current'));
      // Not before the next frame, which computes the layout anyway.
      if (open && open !== openPage) requestAnimationFrame(() => open.scrollIntoView({ block: 'nearest' }));
      openPage = open;
      const current = stops.find((stop) => stop === last) ?? open ?? stops[0];
      for (const stop of stops) {
        const tabIndex = stop === current ? 0 : -1;
        if (stop.tabIndex !== tabIndex) stop.tabIndex = tabIndex;
      }
    }

    function handleFocus({ target }: FocusEvent): void {
      if (!(target instanceof HTMLElement)) return;
      last = target;
      update();
    }

    function move(event: KeyboardEvent): void {
      if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
      const stops = stopsOf();
      const at = stops.findIndex((stop) => stop === document.activeElement);
      const next = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: stops.length - 1 }[event.key];
      if (at < 0 || next === undefined) return;
      event.preventDefault();
      stops[Math.min(Math.max(next, 0), stops.length - 1)]?.focus();
    }

    update();
    // Entries come and go with the mail, and the open page changes.
    const observer = new MutationObserver(update);
    observer.observe(element, { childList: true, subtree: true, attributeFilter: ['aria-current', 'hidden'] });
    element.addEventListener('focusin', handleFocus);
    element.addEventListener('keydown', move);
    return () => {
      observer.disconnect();
      element.removeEventListener('focusin', handleFocus);
      element.removeEventListener('keydown', move);
    };
  }, [list]);
}

function isShown(stop: HTMLElement): boolean {
  return stop.closest('[hidden]') === null;
}
