import { Popover } from 'radix-ui';
import { type ReactNode, useMemo, useRef, useState } from 'react';
import styles from './popover.module.css';

export type PopoverPanelProps = {
  /** What is chosen here, above it all. */
  name: string;
  /** The button that opens it. Without one it stands where `anchor` is and `open` says when. */
  trigger?: ReactNode;
  anchor?: DOMRect | undefined;
  open?: boolean | undefined;
  onOpenChange?: ((isOpen: boolean) => void) | undefined;
  align?: 'start' | 'center' | 'end';
  /** Called when it closes because something else was clicked or focused. */
  onDismiss?: () => void;
  children: (close: () => void) => ReactNode;
};

/** A small sheet beside what opened it, for choices with a field among them. */
export function PopoverPanel({
  name,
  trigger,
  anchor,
  open,
  onOpenChange,
  align = 'start',
  onDismiss,
  children,
}: PopoverPanelProps) {
  const [isOpenHere, setIsOpenHere] = useState(false);
  const before = useRef<Element>(null);
  const isOpen = open ?? isOpenHere;
  function setOpen(next: boolean): void {
    setIsOpenHere(next);
    onOpenChange?.(next);
  }
  const virtualAnchor = useMemo(() => ({ current: { getBoundingClientRect: () => anchor ?? middle() } }), [anchor]);
  return (
    <Popover.Root open={isOpen} onOpenChange={setOpen}>
      {trigger ? <Popover.Trigger asChild>{trigger}</Popover.Trigger> : <Popover.Anchor virtualRef={virtualAnchor} />}
      <Popover.Portal>
        <Popover.Content
          className={styles['popup']}
          align={align}
          sideOffset={4}
          collisionPadding={8}
          aria-label={name}
          {...(onDismiss && { onInteractOutside: onDismiss })}
          onOpenAutoFocus={(event) => {
            // Right after another one closed nobody has the focus yet, and who had it before gets it in the end.
            if (document.activeElement !== document.body) before.current = document.activeElement;
            focusField(event);
          }}
          onCloseAutoFocus={(event) => {
            event.preventDefault();
            // Where something else took the focus meanwhile, such as the next row of a list, it keeps it.
            if (document.activeElement === document.body && before.current instanceof HTMLElement) {
              before.current.focus({ preventScroll: true });
            }
          }}
        >
          <p className={styles['title']} aria-hidden="true">
            {name}
          </p>
          {children(() => setOpen(false))}
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  );
}

/** On a touch screen the keyboard would cover what can be chosen, so there the sheet takes the focus. */
function focusField(event: Event): void {
  if (!matchMedia('(pointer: coarse)').matches) return;
  event.preventDefault();
  if (event.currentTarget instanceof HTMLElement) event.currentTarget.focus();
}

function middle(): DOMRect {
  return new DOMRect(innerWidth / 2, innerHeight / 4, 0, 0);
}
