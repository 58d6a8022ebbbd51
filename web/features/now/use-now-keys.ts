import type { RefObject } from 'react';
import { useKeys } from '../../keyboard/use-keys.ts';

/** What a key does to an item of Now: it presses the button that is marked with it. */
type ItemAct = 'done' | 'reply' | 'later' | 'dismiss';

/**
 * The keys of a column of items. Each item has one `data-main` element, which has the focus, and buttons that are marked with
 * `data-act`. J and K move, and the other keys press a button of the focused item.
 */
export function useNowKeys(column: RefObject<HTMLElement | null>): void {
  const stops = () => [...(column.current?.querySelectorAll<HTMLElement>('[data-main]') ?? [])];
  const focusedItem = () => document.activeElement?.closest('[data-item]');

  function move(step: number, isArrow = false): boolean {
    const all = stops();
    const focused = all.findIndex((stop) => focusedItem()?.contains(stop));
    // Outside the items the arrow keys scroll.
    if (all.length === 0 || (isArrow && focused < 0)) return false;
    // From outside, the first step leads to the first item.
    const target = focused < 0 && Math.abs(step) === 1 ? 0 : focused + step;
    all[Math.min(all.length - 1, Math.max(0, target))]?.focus();
    return true;
  }

  /** The main element of the next item, or of the previous one after the last. */
  function neighbourOf(item: Element): HTMLElement | undefined {
    const all = stops();
    const at = all.findIndex((stop) => item.contains(stop));
    return all[at + 1] ?? all[at - 1];
  }

  const press = (act: ItemAct) => (): boolean => {
    const item = focusedItem();
    const button = item && column.current?.contains(item) && item.querySelector<HTMLElement>(`[data-act="${act}"]`);
    if (!button) return false;
    const neighbour = act === 'done' || act === 'dismiss' ? neighbourOf(item) : undefined;
    button.click();
    // The item leaves, and would lose the focus.
    neighbour?.focus();
    return true;
  };

  useKeys({
    next: ({ key }) => move(1, key.startsWith('Arrow')),
    previous: ({ key }) => move(-1, key.startsWith('Arrow')),
    first: () => move(-stops().length),
    last: () => move(stops().length),
    archive: press('done'),
    reply: press('reply'),
    snooze: press('later'),
    trash: press('dismiss'),
    open({ key }) {
      const main = focusedItem()?.querySelector<HTMLElement>('[data-main]');
      // Enter activates the focused element.
      if (key === 'Enter' || !main || !column.current?.contains(main)) return false;
      main.click();
      return true;
    },
  });
}
