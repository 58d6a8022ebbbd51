import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Popover } from 'radix-ui';
import { useEffect, useState } from 'react';
import { Kbd } from '../design/kbd.tsx';
import { wordsOf } from '../design/panel.tsx';
import { waitingQuery } from '../mutations/history-queries.ts';
import { useNow } from '../now.ts';
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
  const { tone, text } = statusWords({ live, statuses, trouble, now: useNow().getTime() });
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
      <Waiting />
      <Announcement text={tone === 'bad' ? text : ''} />
      <button type="button" className={styles['keys']} onClick={onKeys}>
        {words.keysBefore} <Kbd>?</Kbd> {words.keysAfter}
      </button>
    </div>
  );
}

/** What was done here and no server knows of yet. What is told within moments is not worth a word. */
function Waiting() {
  const { api } = useParts();
  const { data: waiting = 0 } = useQuery(waitingQuery(api));
  const isLasting = useLasting(waiting > 0, 2_000);
  if (waiting === 0 || !isLasting) return null;
  return (
    <Link to="/history" className={styles['waiting']} title={strings.history.waitingWhy}>
      {strings.history.waitingActs(waiting)}
    </Link>
  );
}

/** Whether something has been so for `since` milliseconds. */
function useLasting(isSo: boolean, since: number): boolean {
  const [isLasting, setIsLasting] = useState(false);
  useEffect(() => {
    if (!isSo) return;
    const timer = setTimeout(() => setIsLasting(true), since);
    return () => {
      clearTimeout(timer);
      setIsLasting(false);
    };
  }, [isSo, since]);
  return isLasting;
}

/** Says trouble aloud once. Progress is not announced: it would never stop talking. */
function Announcement({ text }: { text: string }) {
  return (
    <span role="status" className="visually-hidden">
      {text}
    </span>
  );
}
