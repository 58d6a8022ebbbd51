import { type FormEvent, useState } from 'react';
import { Button } from '../design/controls/button.tsx';
import { useServices } from '../data/services.ts';
import { strings } from '../i18n/strings.ts';
import styles from './token-page.module.css';
import { Logo } from '../design/graphics/logo.tsx';

/** Shown if the page has no valid token: the user can enter one. */
export function TokenPage() {
  const { session, live } = useServices();
  const [token, setToken] = useState('');
  function unlock(event: FormEvent): void {
    event.preventDefault();
    session.unlock(token.trim());
    live.retry();
  }
  return (
    <main className={styles['page']}>
      <form className={styles['card']} onSubmit={unlock}>
        <Logo className={styles['mark']} />
        <h1 className={styles['title']}>{strings.key.title}</h1>
        <p className={styles['hint']}>{strings.key.hint}</p>
        <label className={styles['label']} htmlFor="key">
          {strings.key.label}
        </label>
        <div className={styles['row']}>
          <input
            id="key"
            className={styles['field']}
            value={token}
            onChange={({ target }) => setToken(target.value)}
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
