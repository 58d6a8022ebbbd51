import { type MouseEvent, type SyntheticEvent, useRef, useState } from 'react';
import type { MessageRow } from '../../../daemon/contract/fields.ts';

/** As row-menu.module.css has it, with what it keeps free around it; in pixels. */
const menuWidthPx = 264;

type MenuPosition = { id: string; anchor: DOMRect };

/** Which row the one menu of a list is open for. */
export function useRowMenu(rows: readonly MessageRow[]) {
  const menuPosition = useRef<MenuPosition>(undefined);
  const touch = useRef<'down' | 'stayed'>(undefined);
  const [opened, setOpened] = useState<MenuPosition>();

  function point(event: MouseEvent): boolean {
    const { target, clientX } = event;
    const room = innerWidth - menuWidthPx;
    // The menu opens to the right of the pointer or to the left. Where neither has room for it, the pointer gives way.
    if (clientX > room && clientX < menuWidthPx) event.clientX = room;
    const line = target instanceof Element ? target.closest<HTMLElement>('[data-thread]') : null;
    const id = line?.dataset['thread'];
    menuPosition.current = line && id ? { id, anchor: line.getBoundingClientRect() } : undefined;
    return menuPosition.current !== undefined;
  }

  return {
    row: opened && rows.find(({ thread_id }) => thread_id === opened.id),
    anchor: opened?.anchor ?? new DOMRect(),
    setOpen(isOpen: boolean) {
      if (isOpen && touch.current) touch.current = 'stayed';
      setOpened(isOpen ? menuPosition.current : undefined);
    },
    /** For what opens the menu. A heading has none. */
    trigger: {
      onContextMenu: (event: MouseEvent) => void (point(event) || event.preventDefault()),
      // A long press opens it without another event.
      onPointerDown: (event: MouseEvent) => void point(event),
      onTouchStart: () => void (touch.current = 'down'),
      onTouchCancel: () => void (touch.current = undefined),
      onTouchEnd(event: SyntheticEvent) {
        // The finger that opened the menu by staying is lifted. That is no tap, which would close it again.
        if (touch.current === 'stayed') event.preventDefault();
        touch.current = undefined;
      },
    },
  };
}
