import type { Reply } from '../api.ts';
import { strings } from '../strings.ts';
import styles from './status-line.module.css';

const words = strings.status;

/** What is wrong with config.toml, and why the bridge is not as it says. Nothing where all is well. */
export function ConfigNotes({ status }: { status: Pick<Reply<'admin', 'status'>, 'bridge' | 'config'> }) {
  const { bridge, config } = status;
  const troubles = [bridge.trouble, config.trouble].filter((trouble) => trouble !== null);
  if (troubles.length === 0 && config.notes.length === 0) return null;
  return (
    <section className={styles['notes']} aria-label={words.config}>
      {troubles.map((trouble) => (
        <p key={trouble} className={styles['bad']}>
          {trouble}
        </p>
      ))}
      <ul>
        {config.notes.map(({ severity, key, line, message }) => (
          <li key={`${line}:${key}:${message}`} className={styles[severity === 'error' ? 'bad' : 'soft']}>
            {words.configNote({ line, message })}
          </li>
        ))}
      </ul>
    </section>
  );
}
