import { Popover } from 'radix-ui';
import { type ReactNode, useMemo, useRef, useState } from 'react';
import styles from './popover.module.css';

export type PopoverPanelProps = {
  /** The title at the top. */
  name: string;
  /** The button that opens it. Without one `marker` or `anchor` is the position and `open` controls it. */
  trigger?: ReactNode;
  /** An element at the position. */
  marker?: ReactNode;
  anchor?: DOMRect | undefined;
  open?: boolean | undefined;
  onOpenChange?: ((isOpen: boolean) => void) | undefined;
  side?: 'top' | 'bottom';
  align?: 'start' | 'center' | 'end';
  /** Covers the trigger, which looks like its field, instead of a title. */
  coversTrigger?: boolean;
  /** Called when a click or a focus elsewhere closes it. */
  onDismiss?: () => void;
  children: (close: () => void) => ReactNode;
};

/** The padding and the border of the popover. */
const paddingPx = 9;
/** Up by the height of a field, so that the field of the popover is where its trigger is. */
const coverOffsetPx = -(36 + paddingPx);

/** A small popover at its trigger, for choices with a field. */
export function PopoverPanel({
  name,
  trigger,
  marker,
  anchor,
  open,
  onOpenChange,
  side = 'bottom',
  align = 'start',
  coversTrigger = false,
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
      {trigger ? (
        <Popover.Trigger asChild>{trigger}</Popover.Trigger>
      ) : marker ? (
        <Popover.Anchor asChild>{marker}</Popover.Anchor>
      ) : (
        <Popover.Anchor virtualRef={virtualAnchor} />
      )}
      <Popover.Portal>
        <Popover.Content
          className={styles['popup']}
          side={side}
          align={align}
          sideOffset={coversTrigger ? coverOffsetPx : 4}
          alignOffset={coversTrigger ? -paddingPx : 0}
          collisionPadding={8}
          aria-label={name}
          {...(onDismiss && { onInteractOutside: onDismiss })}
          onOpenAutoFocus={(event) => {
            // Right after another popover closed, no element has the focus, and the previous one gets it later.
            if (document.activeElement !== document.body) before.current = document.activeElement;
            focusField(event);
          }}
          onCloseAutoFocus={(event) => {
            event.preventDefault();
            // If another element took the focus meanwhile, such as the next row of a list, it keeps it.
            if (document.activeElement === document.body && before.current instanceof HTMLElement) {
              before.current.focus({ preventScroll: true });
            }
          }}
        >
          {!coversTrigger && (
            <p className={styles['title']} aria-hidden="true">
              {name}
            </p>
          )}
          {children(() => setOpen(false))}
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  );
}

/** On a touch screen the keyboard would cover the choices, so the popover itself takes the focus. */
function focusField(event: Event): void {
  if (!matchMedia('(pointer: coarse)').matches) return;
  event.preventDefault();
  if (event.currentTarget instanceof HTMLElement) event.currentTarget.focus();
}

function middle(): DOMRect {
  return new DOMRect(innerWidth / 2, innerHeight / 4, 0, 0);
}
