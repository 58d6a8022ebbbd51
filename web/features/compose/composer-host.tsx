import { type ReactNode, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import styles from './compose-dock.module.css';

type ComposerHostProps = {
  /** The element under the answered message; undefined in the dock. */
  inlinePlace: HTMLElement | undefined;
  children: ReactNode;
};

/**
 * Shows a composer in the dock or in a conversation. The composer is moved with its elements, so that its text, its caret
 * and its uploads stay as they are.
 */
export function ComposerHost({ inlinePlace, children }: ComposerHostProps) {
  const [host] = useState(createHost);
  const dock = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const place = inlinePlace ?? dock.current;
    if (!place || host.parentElement === place) return;
    const focused = document.activeElement;
    place.append(host);
    if (focused instanceof HTMLElement && host.contains(focused)) focused.focus();
  }, [inlinePlace, host]);
  useEffect(() => () => host.remove(), [host]);
  return (
    <div ref={dock} className={styles['place']}>
      {createPortal(children, host)}
    </div>
  );
}

function createHost(): HTMLElement {
  const host = document.createElement('div');
  host.className = styles['place'] ?? '';
  return host;
}
