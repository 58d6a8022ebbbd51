import { useId } from 'react';
import type { Reply } from '../../api/client.ts';
import { strings } from '../../i18n/strings.ts';
import styles from './merge-page.module.css';
import { Select } from '../../design/controls/select.tsx';

const t = strings.merge;

type Preview = Reply<'merge', 'preview'>;
type PreviewProps = { preview: Preview; emailColumn: string; onEmailColumn: (name: string) => void };

const shownProblems = 20;

/** The first messages of a merge, and the errors of its rows. */
export function MergePreview({ preview, emailColumn, onEmailColumn }: PreviewProps) {
  const { columns, rows, unknown, problems, problem_count, messages } = preview;
  const id = useId();
  return (
    <>
      <p role="status">{t.found({ rows, columns })}</p>
      {preview.email_column !== null && (
        <>
          <label htmlFor={id}>{t.emailColumn}</label>
          <Select
            id={id}
            value={emailColumn || preview.email_column}
            onChange={({ target }) => onEmailColumn(target.value)}
          >
            {columns.map((column) => (
              <option key={column} value={column}>
                {column}
              </option>
            ))}
          </Select>
        </>
      )}
      {unknown.length > 0 && (
        <p className={styles['bad']}>{t.unknown({ names: unknown.map((name) => `{${name}}`) })}</p>
      )}
      {problem_count > 0 && (
        <section aria-label={t.problems} className={styles['part']}>
          <h2 className={styles['heading']}>{t.problems}</h2>
          <ul>
            {problems.slice(0, shownProblems).map(({ line, message }, at) => (
              <li key={at}>{t.inLine({ line, message })}</li>
            ))}
          </ul>
          {problem_count > shownProblems && (
            <p className={styles['hint']}>{t.moreProblems({ count: problem_count - shownProblems })}</p>
          )}
        </section>
      )}
      <section aria-label={t.first} className={styles['part']}>
        <h2 className={styles['heading']}>{t.first}</h2>
        <ul className={styles['letters']}>
          {messages.map(({ line, to, subject, body_markdown }) => (
            <li key={line} className={styles['letter']}>
              <p className={styles['hint']}>{t.to({ to })}</p>
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
