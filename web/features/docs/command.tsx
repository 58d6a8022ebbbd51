import { useRef, useState } from 'react';
import { Button } from '../../design/controls/button.tsx';
import { strings } from '../../i18n/strings.ts';
import styles from './docs.module.css';

const words = strings.docs;

/** A command or an example to copy. Where the clipboard is closed to the page, the text is selected instead. */
export function Command({ text, label }: { text: string; label: string }) {
  const box = useRef<HTMLPreElement>(null);
  const [status, setStatus] = useState<{ of: string; what: string }>();
  async function copy(): Promise<void> {
    try {
      await navigator.clipboard.writeText(text);
      setStatus({ of: text, what: words.copied });
    } catch {
      // A desktop window or an old browser may refuse; the person's own keys still work.
      if (box.current) getSelection()?.selectAllChildren(box.current);
      setStatus({ of: text, what: words.selected });
    }
  }
  const news = status?.of === text ? status.what : '';
  return (
    <div className={styles['command']}>
      <pre ref={box} className={styles['pre']} tabIndex={0} role="group" aria-label={label}>
        {text}
      </pre>
      <div className={styles['commandFoot']}>
        <span role="status" className={styles['note']}>
          {news}
        </span>
        <Button look="quiet" onClick={() => void copy()} aria-label={`${words.copy}: ${label}`}>
          {words.copy}
        </Button>
      </div>
    </div>
  );
}
