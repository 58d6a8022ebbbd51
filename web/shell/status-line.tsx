import { useQuery } from '@tanstack/react-query';
import { Popover } from 'radix-ui';
import { useEffect, useState } from 'react';
import { Kbd } from '../design/kbd.tsx';
import { wordsOf } from '../design/panel.tsx';
import { useLiveState, useParts } from '../parts.ts';
import { syncQuery } from '../queries.ts';
import { strings } from '../strings.ts';
import { StatusDetail } from './status-detail.tsx';
import styles from './status-line.module.css';
import { statusWords } from './sync-words.ts';

const words = strings.status;

/** The one place that says how sync and connection are. It opens into detail. */
export function StatusLine({ onKeys }: { onKeys: () => void }) {
  const { api } = useParts();
  const live = useLiveState();
  const { data: statuses, error } = useQuery(syncQuery(api));
  const trouble = error ? wordsOf(error) : undefined;
  const { tone, text } = statusWords({ live, statuses, trouble, now: useNow(20_000) });
  return (
    <div className={styles['line']}>
      <Popover.Root>
        <Popover.Trigger className={styles['state']} data-tone={tone} title={words.detailsOpen}>
          <span className={styles['dot']} data-tone={tone} />
          <span className={styles['text']}>{text}</span>
        </Popover.Trigger>
        <Popover.Portal>
          <Popover.Content
            className={styles['detail']}
            side="top"
            align="start"
            sideOffset={6}
            collisionPadding={12}
            aria-label={words.details}
          >
            <StatusDetail />
          </Popover.Content>
        </Popover.Portal>
      </Popover.Root>
      <Announcement text={tone === 'bad' ? text : ''} />
      <button type="button" className={styles['keys']} onClick={onKeys}>
        {words.keysBefore} <Kbd>?</Kbd> {words.keysAfter}
      </button>
    </div>
  );
}

/** Says trouble aloud once. Progress is not announced: it would never stop talking. */
function Announcement({ text }: { text: string }) {
  return (
    <span role="status" className="visually-hidden">
      {text}
    </span>
  );
}

/** The time in unix milliseconds, moving on every `every` milliseconds. */
function useNow(every: number): number {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), every);
    return () => clearInterval(timer);
  }, [every]);
  return now;
}
