import type { QueueEntry } from '../../data/queries/screener.ts';
import { Button } from '../../design/controls/button.tsx';
import { strings } from '../../i18n/strings.ts';
import styles from './screener-page.module.css';
import { SenderSummary } from './sender-summary.tsx';
import { entryKey, useDecide } from './use-decide.ts';

const t = strings.screener;

type WaitingProps = {
  entries: readonly QueueEntry[];
  total: number;
  /** The key of the entry that is asked about. */
  open: string | undefined;
  onOpen: (entry: QueueEntry) => void;
};

/** The unknown senders, in the order in which they are asked about. */
export function WaitingSenders({ entries, total, open, onOpen }: WaitingProps) {
  const { screenOutAll } = useDecide();
  return (
    <section className={styles['panel']}>
      <h2>{t.countWaiting({ count: total })}</h2>
      <ul>
        {entries.map((entry) => (
          <li key={entryKey(entry)}>
            <button
              type="button"
              className={styles['waiting']}
              aria-current={entryKey(entry) === open ? 'true' : undefined}
              onClick={() => onOpen(entry)}
            >
              <SenderSummary entry={entry} />
            </button>
          </li>
        ))}
      </ul>
      {entries.length > 1 && (
        <Button look="quiet" onClick={() => void screenOutAll(entries)}>
          {t.screenOutAll({ count: entries.length })}
        </Button>
      )}
    </section>
  );
}
