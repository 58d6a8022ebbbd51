import type { KeysReply } from '../../keyboard/bindings.ts';
import { strings } from '../../i18n/strings.ts';
import styles from './keys-page.module.css';

const t = strings.keys.page;

/** The errors of keys.toml. Nothing if there are none. */
export function KeyProblems({ answer: { trouble, notes, file } }: { answer: KeysReply }) {
  if (trouble === null && notes.length === 0) return null;
  return (
    <section className={styles['notes']} aria-label={t.notes}>
      <h2>{t.notes}</h2>
      {trouble !== null && <p className={styles['bad']}>{trouble}</p>}
      <ul>
        {notes.map(({ line, message }) => (
          <li key={`${line}:${message}`}>{t.noteLine({ line, message })}</li>
        ))}
      </ul>
      {file !== null && <p className={styles['hint']}>{t.file({ file })}</p>}
    </section>
  );
}
