import { strings } from '../strings.ts';
import styles from './import-page.module.css';
import type { LeftOut } from './sending.ts';

const words = strings.import;
const mostShown = 100;

type LeftOutListProps = {
  title: string;
  /** False where something above it says the same. */
  isTitled?: boolean;
  files: readonly LeftOut[];
};

/** Files that do not come in, each with why. */
export function LeftOutList({ title, isTitled = true, files }: LeftOutListProps) {
  if (files.length === 0) return null;
  const others = files.length - mostShown;
  return (
    <section className={styles['problems']} aria-label={title}>
      {isTitled && <h3>{title}</h3>}
      <ul role="list">
        {files.slice(0, mostShown).map(({ path, reason }, at) => (
          // A file may have trouble twice.
          <li key={`${at} ${path}`}>
            <span className={styles['file']} dir="auto">
              {path}
            </span>{' '}
            <span className={styles['soft']}>{reason}</span>
          </li>
        ))}
        {others > 0 && <li className={styles['soft']}>{words.andOthers({ count: others })}</li>}
      </ul>
    </section>
  );
}
