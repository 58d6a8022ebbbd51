import type { CommandHandlers } from '../../keyboard/use-keys.ts';

/** The keys that scroll the open conversation while it has the focus; in the list they move through the list. */
export function scrollHandlers(scrollerNow: () => HTMLElement | null): CommandHandlers {
  const scroll = (by: (element: HTMLElement) => number) => (): boolean => {
    const element = scrollerNow();
    const isElsewhere =
      document.activeElement?.closest('[data-keys]') === null && document.activeElement !== document.body;
    if (!element || isElsewhere) return false;
    element.scrollTop = by(element);
    return true;
  };
  return {
    first: scroll(() => 0),
    last: scroll(({ scrollHeight }) => scrollHeight),
    halfDown: scroll(({ scrollTop, clientHeight }) => scrollTop + clientHeight / 2),
    halfUp: scroll(({ scrollTop, clientHeight }) => scrollTop - clientHeight / 2),
  };
}
