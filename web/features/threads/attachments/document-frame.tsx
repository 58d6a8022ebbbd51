import { useEffect, useRef } from 'react';
import { EmptyState } from '../../../design/feedback/empty-state.tsx';
import { strings } from '../../../i18n/strings.ts';
import styles from './preview-dialog.module.css';

const t = strings.attachments;

/** A PDF in the browser's own viewer, or an explanation if it has none. */
export function DocumentFrame({ url, name }: { url: string; name: string }) {
  const frame = useRef<HTMLIFrameElement>(null);
  useEffect(() => restoreFocusAfterLoad(frame), []);
  if (!navigator.pdfViewerEnabled)
    return <EmptyState illustration="resting" title={t.noViewer} hint={t.noViewerHint} />;
  return (
    // Browsers show no PDF in a sandboxed frame. This one cannot be a page, because its type is set here.
    // oxlint-disable-next-line react/iframe-missing-sandbox
    <iframe ref={frame} className={styles['document']} src={`${url}#navpanes=0`} title={t.preview({ name })} />
  );
}

/**
 * A viewer takes the focus as soon as it is ready, and with it Escape and the arrow keys. The focus returns to the dialog,
 * unless the user enters the viewer with the pointer or Tab.
 */
function restoreFocusAfterLoad(frame: { readonly current: HTMLIFrameElement | null }): () => void {
  const hadFocus = new AbortController();
  const { signal } = hadFocus;
  frame.current?.addEventListener('pointerenter', () => hadFocus.abort(), { signal });
  addEventListener('keydown', ({ key }) => key === 'Tab' && hadFocus.abort(), { signal });
  const restoreFocus = () => {
    const viewer = frame.current;
    if (!signal.aborted && viewer && document.activeElement === viewer)
      viewer.closest<HTMLElement>('[role="dialog"]')?.focus();
  };
  // The blur event arrives before the page knows the focused element.
  addEventListener('blur', () => setTimeout(restoreFocus), { signal });
  return () => hadFocus.abort();
}
