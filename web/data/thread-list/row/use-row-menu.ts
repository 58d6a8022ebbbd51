import { type MouseEvent, type SyntheticEvent, useRef, useState } from 'react';
import type { MessageRow } from '../../../../daemon/contract/fields.ts';

/** The size of the menu in row-menu.module.css including its margin, in pixels. */
const menuWidthPx = 264;

type MenuPosition = { id: string; anchor: DOMRect };

/** The row whose menu is open; a list has one menu. */
export function useRowMenu(rows: readonly MessageRow[]) {
  const menuPosition = useRef<MenuPosition>(undefined);
  const touch = useRef<'down' | 'stayed'>(undefined);
  const [opened, setOpened] = useState<MenuPosition>();

  function point(event: MouseEvent): boolean {
    const { target, clientX } = event;
    const room = innerWidth - menuWidthPx;
    // The menu opens to the right or left of the pointer. Without room on either side, it moves away from the pointer.
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
    /** The event that opens the menu. Headings have none. */
    trigger: {
      onContextMenu: (event: MouseEvent) => void (point(event) || event.preventDefault()),
      // A long press opens it without another event.
      onPointerDown: (event: MouseEvent) => void point(event),
      onTouchStart: () => void (touch.current = 'down'),
      onTouchCancel: () => void (touch.current = undefined),
      onTouchEnd(event: SyntheticEvent) {
        // The end of a long press is no tap, which would close the menu again.
        if (touch.current === 'stayed') event.preventDefault();
        touch.current = undefined;
      },
    },
  };
}
