import { X } from 'lucide-react';
import { Toast as Radix } from 'radix-ui';
import { type FocusEvent, useRef, useSyncExternalStore } from 'react';
import { IconButton } from '../design/controls/button.tsx';
import { Kbd } from '../design/controls/kbd.tsx';
import { useServices } from '../data/services.ts';
import { strings } from '../i18n/strings.ts';
import type { Toast } from '../data/toasts.ts';
import styles from './toaster.module.css';

const t = strings.acting;
/** In milliseconds. A toast stays while it is hovered or contains the focus. */
const toastDurationMs = 8000;

/** The toast about the last action with its undo button, above the status line. Screen readers announce it politely. */
export function Toaster() {
  const { toasts } = useServices();
  const shown = useSyncExternalStore(toasts.subscribe, toasts.current);
  const viewport = useRef<HTMLOListElement>(null);
  const before = useRef<EventTarget>(null);

  /** The element that gets the focus back when a focused toast disappears. */
  function remember({ relatedTarget }: FocusEvent): void {
    if (!(relatedTarget instanceof Node && viewport.current?.contains(relatedTarget))) before.current = relatedTarget;
  }

  function restoreFocus(): void {
    if (document.activeElement !== viewport.current) return;
    viewport.current?.blur();
    if (before.current instanceof HTMLElement) before.current.focus({ preventScroll: true });
  }

  return (
    <Radix.Provider duration={toastDurationMs} label={t.toasts} swipeDirection="down">
      {shown && (
        <ToastCard
          key={shown.id}
          toast={shown}
          onClosed={() => {
            toasts.dismiss(shown.id);
            restoreFocus();
          }}
        />
      )}
      <Radix.Viewport ref={viewport} className={styles['toasts']} label={t.toastsAt} onFocus={remember} />
    </Radix.Provider>
  );
}

function ToastCard({ toast: { text, note, tone, stays, button }, onClosed }: { toast: Toast; onClosed: () => void }) {
  return (
    <Radix.Root
      className={styles['toast']}
      type="background"
      {...(stays && { duration: Infinity })}
      data-tone={tone}
      onOpenChange={(isOpen) => isOpen || onClosed()}
    >
      <div className={styles['words']}>
        <Radix.Title className={styles['text']} dir="auto">
          {text}
        </Radix.Title>
        {note && <Radix.Description className={styles['note']}>{note}</Radix.Description>}
      </div>
      {button && (
        <Radix.Action className={styles['button']} altText={button.label} onClick={button.run}>
          {button.label}
          {button.key && <Kbd>{button.key}</Kbd>}
        </Radix.Action>
      )}
      <Radix.Close asChild>
        <IconButton name={t.dismiss} className={styles['close']}>
          <X />
        </IconButton>
      </Radix.Close>
    </Radix.Root>
  );
}
