import { type ReactNode, useEffect, useRef, useState } from 'react';
import { Button } from '../../design/controls/button.tsx';
import { strings } from '../../i18n/strings.ts';
import styles from './settings.module.css';

const t = strings.settings.tokens;

/** A text that is shown once, with a focused button that copies it; `children` are further buttons. */
export function Copyable({ text, children }: { text: string; children?: ReactNode }) {
  const [announcement, setAnnouncement] = useState('');
  const copyButton = useRef<HTMLButtonElement>(null);
  useEffect(() => copyButton.current?.focus(), []);
  async function copy(): Promise<void> {
    try {
      await navigator.clipboard.writeText(text);
      setAnnouncement(t.copied);
    } catch {
      // The browser gives no other reason than that access is denied.
      setAnnouncement(t.notCopied);
    }
  }
  return (
    <>
      <code className={styles['secret']}>{text}</code>
      <div className={styles['buttons']}>
        <Button ref={copyButton} look="primary" onClick={() => void copy()}>
          {t.copy}
        </Button>
        {children}
        <span role="status">{announcement}</span>
      </div>
    </>
  );
}
