import { type FormEvent, useState } from 'react';
import { Button } from '../design/button.tsx';
import { useParts } from '../parts.ts';
import { strings } from '../strings.ts';
import styles from './key-page.module.css';
import { Mark } from './mark.tsx';

/** Shown when the page has no key that works: a person can bring one. */
export function KeyPage() {
  const { session, live } = useParts();
  const [key, setKey] = useState('');
  function unlock(event: FormEvent): void {
    event.preventDefault();
    session.unlock(key.trim());
    live.retry();
  }
  return (
    <main className={styles['page']}>
      <form className={styles['card']} onSubmit={unlock}>
        <Mark className={styles['mark']} />
        <h1 className={styles['title']}>{strings.key.title}</h1>
        <p className={styles['hint']}>{strings.key.hint}</p>
        <label className={styles['label']} htmlFor="key">
          {strings.key.label}
        </label>
        <div className={styles['row']}>
          <input
            id="key"
            className={styles['field']}
            value={key}
            onChange={({ target }) => setKey(target.value)}
            autoComplete="off"
            spellCheck={false}
            required
          />
          <Button look="primary" type="submit">
            {strings.key.unlock}
          </Button>
        </div>
      </form>
    </main>
  );
}
