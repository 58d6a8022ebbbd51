import { type FormEvent, useState } from 'react';
import { Button } from '../../design/controls/button.tsx';
import { strings } from '../../i18n/strings.ts';
import styles from './try-it.module.css';

const words = strings.docs.key;

type KeyFormProps = { onKey: (token: string) => void; fetchKey: () => Promise<string> };

/** Asks for the key: pasted, or handed over by the daemon to a page on its own computer. */
export function KeyForm({ onKey, fetchKey }: KeyFormProps) {
  const [key, setKey] = useState('');
  const [isRefused, setIsRefused] = useState(false);
  function use(event: FormEvent): void {
    event.preventDefault();
    onKey(key.trim());
  }
  async function get(): Promise<void> {
    try {
      onKey(await fetchKey());
    } catch {
      // Whether it is turned off or nobody answers: what helps is the same.
      setIsRefused(true);
    }
  }
  return (
    <form className={styles['form']} onSubmit={use}>
      <p>{words.title}</p>
      <label className={styles['field']}>
        <span className={styles['name']}>{words.label}</span>
        <input
          className={styles['control']}
          value={key}
          required
          autoComplete="off"
          spellCheck={false}
          aria-describedby="docs-key-hint"
          onChange={({ target }) => setKey(target.value)}
        />
      </label>
      <p id="docs-key-hint" className={styles['hint']}>
        {words.hint}
      </p>
      {isRefused && (
        <p role="alert" className={styles['bad']}>
          {words.refused}
        </p>
      )}
      <div className={styles['acts']}>
        <Button look="primary" type="submit">
          {words.use}
        </Button>
        <Button onClick={() => void get()}>{words.fetch}</Button>
      </div>
    </form>
  );
}
