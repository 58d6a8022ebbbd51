import { useEffect, useRef } from 'react';
import { Panel } from '../design/panel.tsx';
import { strings } from '../strings.ts';
import styles from './preview-dialog.module.css';

const words = strings.attachments;

/** A PDF in the browser's own viewer, or what to do where it has none. */
export function DocumentFrame({ url, name }: { url: string; name: string }) {
  const frame = useRef<HTMLIFrameElement>(null);
  useEffect(() => keepFocus(frame), []);
  if (!navigator.pdfViewerEnabled) return <Panel scene="resting" title={words.noViewer} hint={words.noViewerHint} />;
  return (
    // Browsers show no PDF in a sandboxed frame. This one cannot be a page: its type was given to it here.
    // oxlint-disable-next-line react/iframe-missing-sandbox
    <iframe ref={frame} className={styles['document']} src={`${url}#navpanes=0`} title={words.preview({ name })} />
  );
}

/** A viewer takes the focus as soon as it is ready, and with it Escape and the arrows: only who goes into it gives it that. */
function keepFocus(frame: { readonly current: HTMLIFrameElement | null }): () => void {
  const asked = new AbortController();
  const { signal } = asked;
  frame.current?.addEventListener('pointerenter', () => asked.abort(), { signal });
  addEventListener('keydown', ({ key }) => key === 'Tab' && asked.abort(), { signal });
  const giveBack = () => {
    const viewer = frame.current;
    if (!signal.aborted && viewer && document.activeElement === viewer)
      viewer.closest<HTMLElement>('[role="dialog"]')?.focus();
  };
  // The page learns of it before it knows who has it.
  addEventListener('blur', () => setTimeout(giveBack), { signal });
  return () => asked.abort();
}
