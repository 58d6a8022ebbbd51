import { useId } from 'react';
import type { Reply } from '../api.ts';
import { strings } from '../strings.ts';
import styles from './merge-page.module.css';

const words = strings.merge;

type Preview = Reply<'merge', 'preview'>;
type PreviewProps = { preview: Preview; emailColumn: string; onEmailColumn: (name: string) => void };

const shownProblems = 20;

/** The first messages of a merge, and what is wrong with its rows. */
export function MergePreview({ preview, emailColumn, onEmailColumn }: PreviewProps) {
  const { columns, rows, unknown, problems, problem_count, messages } = preview;
  const id = useId();
  return (
    <>
      <p role="status">{words.found({ rows, columns })}</p>
      {preview.email_column !== null && (
        <>
          <label htmlFor={id}>{words.emailColumn}</label>
          <select
            id={id}
            value={emailColumn || preview.email_column}
            onChange={({ target }) => onEmailColumn(target.value)}
          >
            {columns.map((column) => (
              <option key={column} value={column}>
                {column}
              </option>
            ))}
          </select>
        </>
      )}
      {unknown.length > 0 && (
        <p className={styles['bad']}>{words.unknown({ names: unknown.map((name) => `{${name}}`) })}</p>
      )}
      {problem_count > 0 && (
        <section aria-label={words.problems} className={styles['part']}>
          <h2 className={styles['heading']}>{words.problems}</h2>
          <ul>
            {problems.slice(0, shownProblems).map(({ line, message }, at) => (
              <li key={at}>{words.inLine({ line, message })}</li>
            ))}
          </ul>
          {problem_count > shownProblems && (
            <p className={styles['hint']}>{words.moreProblems({ count: problem_count - shownProblems })}</p>
          )}
        </section>
      )}
      <section aria-label={words.first} className={styles['part']}>
        <h2 className={styles['heading']}>{words.first}</h2>
        <ul className={styles['letters']}>
          {messages.map(({ line, to, subject, body_markdown }) => (
            <li key={line} className={styles['letter']}>
              <p className={styles['hint']}>{words.to({ to })}</p>
              <p className={styles['subject']}>{subject || strings.list.noSubject}</p>
              <p className={styles['body']} dir="auto">
                {body_markdown}
              </p>
            </li>
          ))}
        </ul>
      </section>
    </>
  );
}
