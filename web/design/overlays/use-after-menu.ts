import { useRef } from 'react';

type AfterMenu = {
  /** Called by an item with what it opens. */
  afterMenu: (open: () => void) => void;
  /** For the content of the menu. */
  onCloseAutoFocus: () => void;
};

/**
 * Opens what an item of a menu leads to when the closed menu has returned the focus. Whatever opens earlier may lose the focus
 * to the button of the menu, and is closed for that.
 */
export function useAfterMenu(): AfterMenu {
  const chosen = useRef<() => void>(undefined);
  return {
    afterMenu(open) {
      chosen.current = open;
    },
    onCloseAutoFocus() {
      const open = chosen.current;
      chosen.current = undefined;
      // The menu returns the focus right after this event.
      if (open) queueMicrotask(open);
    },
  };
}
