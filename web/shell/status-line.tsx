import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Popover } from 'radix-ui';
import { type CSSProperties, type ReactNode, useEffect, useRef, useState } from 'react';
import { Kbd } from '../design/kbd.tsx';
import { wordsOf } from '../design/panel.tsx';
import { useJobs, useWorkState, useWorkWords } from '../jobs/use-work.ts';
import { WorkNews } from '../jobs/work-news.tsx';
import { lastEnd } from '../jobs/work-rows.ts';
import { waitingQuery } from '../mutations/history-queries.ts';
import { useNow } from '../now.ts';
import { useLiveState, useParts } from '../parts.ts';
import { syncQuery } from '../queries.ts';
import { strings } from '../strings.ts';
import { keyOf } from './keys.ts';
import { StatusDetail } from './status-detail.tsx';
import styles from './status-line.module.css';
import { statusWords } from './sync-words.ts';

const words = strings.status;

/** The one place that says how sync, connection and long work are. It opens into detail. */
export function StatusLine({ onKeys }: { onKeys: () => void }) {
  const { api } = useParts();
  const live = useLiveState();
  const { data: statuses, error } = useQuery(syncQuery(api));
  const trouble = error ? wordsOf(error) : undefined;
  const { tone, text, fraction } = statusWords({
    live,
    statuses,
    trouble,
    ...useWorkWords(),
    now: useNow().getTime(),
  });
  return (
    <div className={styles['line']}>
      {fraction !== undefined && <span className={styles['bar']} style={barStyle(fraction)} />}
      <Detail>
        <span className={styles['dot']} data-tone={tone} />
        <span className={styles['text']} data-tone={tone}>
          {text}
        </span>
      </Detail>
      <Waiting />
      <Announcement text={tone === 'bad' ? text : ''} />
      <WorkNews />
      <button type="button" className={styles['keys']} onClick={onKeys}>
        {words.keysBefore} <Kbd>{keyOf('help') || '?'}</Kbd> {words.keysAfter}
      </button>
    </div>
  );
}

function barStyle(fraction: number): CSSProperties {
  return { '--done': fraction };
}

/** What the line opens into: beside it, or in a narrow window over its lower part. What ended has then been seen. */
function Detail({ children }: { children: ReactNode }) {
  const { work } = useParts();
  const { isOpen } = useWorkState();
  const jobs = useJobs();
  const content = useRef<HTMLDivElement>(null);
  function change(opens: boolean): void {
    if (!opens && jobs) work.seenUntil(lastEnd(jobs));
    work.show(opens);
  }
  return (
    <Popover.Root open={isOpen} onOpenChange={change}>
      <Popover.Trigger className={styles['state']} title={strings.jobs.open}>
        {children}
      </Popover.Trigger>
      <Popover.Portal>
        <Popover.Content
          ref={content}
          tabIndex={-1}
          className={styles['detail']}
          side="top"
          align="start"
          sideOffset={6}
          collisionPadding={12}
          aria-label={strings.jobs.title}
          onOpenAutoFocus={(event) => {
            event.preventDefault();
            content.current?.focus();
          }}
        >
          <StatusDetail />
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
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
      {strings.history.waitingActs({ count: waiting })}
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
