import type { KeysAnswer } from '../shell/key-bindings.ts';
import { strings } from '../strings.ts';
import styles from './keys-page.module.css';

const words = strings.keys.page;

/** What is wrong in keys.toml. Nothing where all is well. */
export function KeyNotes({ answer: { trouble, notes, file } }: { answer: KeysAnswer }) {
  if (trouble === null && notes.length === 0) return null;
  return (
    <section className={styles['notes']} aria-label={words.notes}>
      <h2>{words.notes}</h2>
      {trouble !== null && <p className={styles['bad']}>{trouble}</p>}
      <ul>
        {notes.map(({ line, message }) => (
          <li key={`${line}:${message}`}>{words.noteLine({ line, message })}</li>
        ))}
      </ul>
      {file !== null && <p className={styles['hint']}>{words.file({ file })}</p>}
    </section>
  );
}
