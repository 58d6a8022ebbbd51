import { strings } from '../../i18n/strings.ts';
import styles from './import-mail.module.css';
import type { SkippedFile } from '../../data/import/import-upload.ts';

const t = strings.import;
const maxShown = 100;

type SkippedFilesProps = {
  title: string;
  /** False if the text above it already says so. */
  isTitled?: boolean;
  files: readonly SkippedFile[];
};

/** The skipped files with their reasons. */
export function SkippedFiles({ title, isTitled = true, files }: SkippedFilesProps) {
  if (files.length === 0) return null;
  const others = files.length - maxShown;
  return (
    <section className={styles['problems']} aria-label={title}>
      {isTitled && <h3>{title}</h3>}
      <ul role="list">
        {files.slice(0, maxShown).map(({ path, reason }, at) => (
          // A file may have several problems.
          <li key={`${at} ${path}`}>
            <span className={styles['file']} dir="auto">
              {path}
            </span>{' '}
            <span className={styles['soft']}>{reason}</span>
          </li>
        ))}
        {others > 0 && <li className={styles['soft']}>{t.andOthers({ count: others })}</li>}
      </ul>
    </section>
  );
}
