import { X } from 'lucide-react';
import { Dialog as Radix } from 'radix-ui';
import { useRef, type ReactNode } from 'react';
import { strings } from '../../i18n/strings.ts';
import { IconButton } from '../controls/button.tsx';
import styles from './dialog.module.css';

type DialogProps = {
  title: string;
  hint: string;
  /** In pixels; narrower windows limit it. */
  width?: number;
  onClose: () => void;
  children: ReactNode;
};

/** A dialog that is open while it is rendered. Its body can be scrolled and focused by keyboard. */
export function Dialog({ title, hint, width, onClose, children }: DialogProps) {
  const opener = useRef<Element>(null);
  const style = width === undefined ? {} : { '--dialog-width': `${width}px` };
  return (
    <Radix.Root open onOpenChange={(isOpen) => isOpen || onClose()}>
      <Radix.Portal>
        <Radix.Overlay className={styles['veil']} />
        <Radix.Content
          className={styles['dialog']}
          style={style}
          onOpenAutoFocus={(event) => {
            opener.current = document.activeElement;
            focusDialog(event);
          }}
          onCloseAutoFocus={() => restoreFocus(opener.current)}
          onEscapeKeyDown={deferEscapeToContent}
        >
          <div className={styles['head']}>
            <div className={styles['words']}>
              <Radix.Title className={styles['title']}>{title}</Radix.Title>
              <Radix.Description className={styles['hint']}>{hint}</Radix.Description>
            </div>
            <Radix.Close asChild>
              <IconButton name={strings.close}>
                <X />
              </IconButton>
            </Radix.Close>
          </div>
          <div className={styles['body']} tabIndex={0} role="group" aria-label={title}>
            {children}
          </div>
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}

/** An inner element with `data-takes-escape` handles Escape before the dialog. */
function deferEscapeToContent(event: KeyboardEvent): void {
  if (event.target instanceof Element && event.target.closest('[data-takes-escape]')) event.preventDefault();
}

/** After closing, the focus returns to the element that had it, if it still exists and the focus is not elsewhere. */
function restoreFocus(opener: Element | null): void {
  const isNowhereElse = (document.activeElement ?? document.body).contains(opener);
  if (opener instanceof HTMLElement && opener.isConnected && isNowhereElse) opener.focus();
}

/** Focuses the dialog itself, because its first button is the close button, or the element with `data-first`. */
function focusDialog(event: Event): void {
  event.preventDefault();
  if (!(event.currentTarget instanceof HTMLElement)) return;
  const first = event.currentTarget.querySelector<HTMLElement>('[data-first]');
  (first ?? event.currentTarget).focus();
}
