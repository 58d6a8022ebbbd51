import type { Reply } from '../../api/client.ts';
import { strings } from '../../i18n/strings.ts';
import styles from './status-line.module.css';

const t = strings.status;

/** The errors of config.toml and of the bridge settings. Nothing if there are none. */
export function ConfigProblems({ status }: { status: Pick<Reply<'admin', 'status'>, 'bridge' | 'config'> }) {
  const { bridge, config } = status;
  const problems = [bridge.trouble, config.trouble].filter((problem) => problem !== null);
  if (problems.length === 0 && config.notes.length === 0) return null;
  return (
    <section className={styles['notes']} aria-label={t.config}>
      {problems.map((problem) => (
        <p key={problem} className={styles['bad']}>
          {problem}
        </p>
      ))}
      <ul>
        {config.notes.map(({ severity, key, line, message }) => (
          <li key={`${line}:${key}:${message}`} className={styles[severity === 'error' ? 'bad' : 'soft']}>
            {t.configNote({ line, message })}
          </li>
        ))}
      </ul>
    </section>
  );
}
