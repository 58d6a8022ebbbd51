import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Popover } from 'radix-ui';
import { type CSSProperties, type ReactNode, useEffect, useRef, useState } from 'react';
import { errorText } from '../../design/feedback/empty-state.tsx';
import { useJobs, useWorkState, useWorkStatus } from '../../data/jobs/use-work.ts';
import { WorkAnnouncer } from './work-announcer.tsx';
import { lastEnd } from '../../data/jobs/work-rows.ts';
import { waitingQuery } from '../../data/queries/mutation-history.ts';
import { useNow } from '../../design/use-now.ts';
import { useLiveState, useServices } from '../../data/services.ts';
import { DemoPanel, StatusDetail } from '../lazy-components.ts';
import { statusQuery, syncQuery } from '../../data/queries/mail.ts';
import { strings } from '../../i18n/strings.ts';
import { Chord } from '../../keyboard/chord.tsx';
import { useIsSettled } from '../settled.ts';
import { runCommand } from '../../keyboard/command-registry.ts';
import { keyFor } from '../../keyboard/use-keys.ts';
import styles from './status-line.module.css';
import { describeStatus } from './status-text.ts';

const t = strings.status;

/** The state of sync, connection and running work. It opens the details. */
export function StatusLine() {
  const { api } = useServices();
  const waiting = useWaiting();
  const live = useLiveState();
  const { data: statuses, error } = useQuery(syncQuery(api));
  const problem = error ? errorText(error) : undefined;
  const { tone, text, fraction } = describeStatus({
    live,
    statuses,
    problem,
    waiting,
    ...useWorkStatus(),
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
      {waiting > 0 && (
        <Link to="/history" className={styles['waiting']} title={strings.history.waitingWhy}>
          {strings.history.waitingActs({ count: waiting })}
        </Link>
      )}
      <Announcement text={tone === 'bad' ? text : ''} />
      <WorkAnnouncer />
      <DemoButton />
      <div className={styles['keys']}>
        <button type="button" className={styles['key']} onClick={() => runCommand('help')}>
          <Chord keys={keyFor('help')} /> {t.shortcuts}
        </button>
        <button type="button" className={styles['key']} onClick={() => runCommand('palette')}>
          <Chord keys={keyFor('palette')} /> {t.commands}
        </button>
      </div>
    </div>
  );
}

/** Opens the controls of a demo. Nothing elsewhere. */
function DemoButton() {
  const { api } = useServices();
  const { data } = useQuery(statusQuery(api));
  return data?.is_demo ? <DemoPanel className={styles['demo']} /> : null;
}

function barStyle(fraction: number): CSSProperties {
  return { '--done': fraction };
}

/**
 * The details: a popover beside the line, or in a narrow window a sheet over the lower part. Opening it marks finished work
 * as seen.
 */
function Detail({ children }: { children: ReactNode }) {
  const { workTracker } = useServices();
  const { isOpen } = useWorkState();
  const jobs = useJobs();
  const content = useRef<HTMLDivElement>(null);
  function change(opens: boolean): void {
    if (!opens && jobs) workTracker.markSeenUntil(lastEnd(jobs));
    workTracker.show(opens);
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

/** The number of mutations that wait for a server; 0 for those that finish within moments. */
function useWaiting(): number {
  const { api } = useServices();
  const { data: waiting = 0 } = useQuery({ ...waitingQuery(api), enabled: useIsSettled() });
  const isLasting = useHasLasted(waiting > 0, 2_000);
  return isLasting ? waiting : 0;
}

/** Whether a condition has lasted for `since` milliseconds. */
function useHasLasted(condition: boolean, since: number): boolean {
  const [hasLasted, setHasLasted] = useState(false);
  useEffect(() => {
    if (!condition) return;
    const timer = setTimeout(() => setHasLasted(true), since);
    return () => {
      clearTimeout(timer);
      setHasLasted(false);
    };
  }, [condition, since]);
  return hasLasted;
}

/** Announces a problem once. Progress is not announced, because it changes constantly. */
function Announcement({ text }: { text: string }) {
  return (
    <span role="status" className="visually-hidden">
      {text}
    </span>
  );
}
