import { useQuery } from '@tanstack/react-query';
import { X } from 'lucide-react';
import { Toast as Radix } from 'radix-ui';
import { type FocusEvent, useRef, useState, useSyncExternalStore } from 'react';
import { IconButton } from '../design/controls/button.tsx';
import { Kbd } from '../design/controls/kbd.tsx';
import { settingsQuery, type Settings } from '../data/queries/settings.ts';
import { useServices } from '../data/services.ts';
import { valueAt } from '../data/settings/setting-keys.ts';
import { strings } from '../i18n/strings.ts';
import type { Toast } from '../data/toasts.ts';
import { useCountdown } from './countdown.ts';
import styles from './toaster.module.css';

const t = strings.acting;
/** In milliseconds. */
const shortMs = 8_000;
const longMs = 20_000;

const keepsMessages = ({ values }: Settings) => valueAt(values, 'ui.undo_messages');

/** The toast about the last action with its undo button, above the status line. Screen readers announce it politely. */
export function Toaster() {
  const { api, toasts } = useServices();
  const kept = useQuery({ ...settingsQuery(api), select: keepsMessages }).data;
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
    <Radix.Provider duration={Infinity} label={t.toasts} swipeDirection="down">
      {shown && (
        <ToastCard
          key={shown.id}
          toast={shown}
          duration={kept === '20s' || kept === 'until_closed' ? longMs : shortMs}
          onTimeout={() => (kept === 'until_closed' && shown.button ? toasts.rest : toasts.dismiss)(shown.id)}
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

type ToastCardProps = { toast: Toast; duration: number; onTimeout: () => void; onClosed: () => void };

function ToastCard({ toast, duration, onTimeout, onClosed }: ToastCardProps) {
  const { text, note, tone, stays, button } = toast;
  const [card, setCard] = useState<HTMLElement | null>(null);
  useCountdown(card, stays ? Infinity : duration, onTimeout);
  return (
    <Radix.Root
      ref={setCard}
      className={styles['toast']}
      type="background"
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
