import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { CircleAlert, CircleCheck, CircleMinus } from 'lucide-react';
import { Popover } from 'radix-ui';
import { useLayoutEffect, useRef } from 'react';
import { Button } from '../../design/controls/button.tsx';
import { waitingQuery } from '../../data/queries/mutation-history.ts';
import { useNow } from '../../design/use-now.ts';
import { outboxQuery } from '../../data/queries/outbox.ts';
import { outboxCounts } from '../../features/outbox/send-groups.ts';
import { useServices } from '../../data/services.ts';
import { statusQuery } from '../../data/queries/mail.ts';
import { strings } from '../../i18n/strings.ts';
import { useAction } from '../../data/use-action.ts';
import { describeTimeLeft } from '../../data/jobs/time-left.ts';
import { useJobs, useRunning, useWorkState } from '../../data/jobs/use-work.ts';
import { type EndedRow, endedRows, type RunningRow } from '../../data/jobs/work-rows.ts';
import styles from './work-list.module.css';
import { formatAgo } from '../../i18n/formats.ts';

const t = strings.jobs;

/** In milliseconds; the progress of the search index while the list is open. */
const pollIntervalMs = 2_000;

/** Running work with progress and cancel buttons, and recently finished work. */
export function WorkList() {
  const { seen } = useWorkState();
  const running = [...useRunning(), ...useIndexing()];
  const ended = endedRows(useJobs() ?? [], seen, useNow().getTime());
  return (
    <>
      <section aria-label={t.running}>
        <NeedsAttention />
        {running.length > 0 && (
          <ul className={styles['rows']}>
            {running.map((row) => (
              <Running key={row.id} row={row} />
            ))}
          </ul>
        )}
        <Waiting />
        {running.length === 0 && <p className={styles['calm']}>{t.nothing}</p>}
      </section>
      {ended.length > 0 && (
        <section className={styles['part']}>
          <h3 className={styles['heading']}>{t.ended}</h3>
          <ul className={styles['rows']}>
            {ended.map((row) => (
              <Ended key={row.id} row={row} />
            ))}
          </ul>
        </section>
      )}
    </>
  );
}

function Running({ row }: { row: RunningRow }) {
  const { workTracker } = useServices();
  const { id, title, progressText, waitReason, bar, cancel, isSend } = row;
  const left = bar ? workTracker.secondsLeft(id) : undefined;
  const detail = [progressText, left === undefined ? undefined : describeTimeLeft(left)]
    .filter((part) => part !== undefined)
    .join(' · ');
  const shown = useRef<HTMLLIElement>(null);
  useLayoutEffect(() => {
    const item = shown.current;
    // Work that was cancelled or finished while the list is open stays in its place.
    return () => {
      if (item?.contains(document.activeElement)) item.closest<HTMLElement>('[role=dialog]')?.focus();
    };
  }, []);
  return (
    <li ref={shown} className={styles['row']}>
      <div className={styles['words']}>
        {isSend ? (
          <Popover.Close asChild>
            <Link to="/outbox" className={styles['title']} dir="auto">
              {title}
            </Link>
          </Popover.Close>
        ) : (
          <p className={styles['title']} dir="auto">
            {title}
          </p>
        )}
        {waitReason ? (
          <p className={styles['soft']}>{waitReason}</p>
        ) : (
          detail !== '' && <p className={styles['soft']}>{detail}</p>
        )}
      </div>
      {cancel && <Cancel cancel={cancel} title={title} />}
      <Bar title={title} bar={bar} />
    </li>
  );
}

/** Without `bar` the total is unknown. */
function Bar({ title, bar }: { title: string; bar: RunningRow['bar'] }) {
  return (
    <progress
      className={styles['bar']}
      aria-label={t.progress({ what: title })}
      {...(bar ? { max: bar.total, value: bar.current } : {})}
    />
  );
}

function Cancel({ cancel, title }: { cancel: NonNullable<RunningRow['cancel']>; title: string }) {
  const { api, workTracker } = useServices();
  const { runOnce, isPending, isDone } = useAction({ affects: ['jobs', 'mailbox', 'history'] });
  // The job continues for a while after it was cancelled.
  const isEnding = isPending || isDone;
  function end(): void {
    if (cancel.kind === 'download') workTracker.cancelDownload(cancel.id);
    else void runOnce(() => api.jobs.cancel({ job_id: cancel.job_id }), t.notCancelled);
  }
  return (
    <Button
      look="quiet"
      aria-disabled={isEnding}
      aria-label={t.cancelThis({ what: title })}
      onClick={() => isEnding || end()}
    >
      {isEnding ? t.cancelling : t.cancel}
    </Button>
  );
}

const endIcons = { well: CircleCheck, badly: CircleAlert, cancelled: CircleMinus };

function Ended({ row: { title, outcome, end, isUnseen, at } }: { row: EndedRow }) {
  const now = useNow().getTime();
  const EndIcon = endIcons[end];
  return (
    <li className={styles['row']} data-news={isUnseen || undefined}>
      <EndIcon className={styles['mark']} data-end={end} aria-hidden="true" />
      <div className={styles['words']}>
        <p className={styles['title']}>
          <span className="visually-hidden">{end === 'well' ? t.good : t.bad} </span>
          {title}
        </p>
        <p className={styles['soft']}>
          <span className={end === 'badly' ? styles['bad'] : undefined}>{outcome}</span> · {formatAgo(at, now)}
        </p>
      </div>
    </li>
  );
}

/** Outgoing mail that needs a decision of the user. */
function NeedsAttention() {
  const { api } = useServices();
  const { needsAttention: count } = outboxCounts(useQuery(outboxQuery(api)).data?.sends ?? []);
  if (count === 0) return null;
  return (
    <p className={styles['asks']}>
      <span className={styles['bad']}>{strings.outbox.asking({ count })}</span>
      <Popover.Close asChild>
        <Link to="/outbox" className={styles['link']}>
          {t.asks}
        </Link>
      </Popover.Close>
    </p>
  );
}

/** Mutations that wait for a server. */
function Waiting() {
  const { api } = useServices();
  const { data: waiting = 0 } = useQuery(waitingQuery(api));
  if (waiting === 0) return null;
  return (
    <p className={styles['asks']} title={t.waitingWhy}>
      <span>{t.waiting({ count: waiting })}</span>
      <Popover.Close asChild>
        <Link to="/history" className={styles['link']}>
          {strings.history.title}
        </Link>
      </Popover.Close>
    </p>
  );
}

/** Messages that are not indexed yet. */
function useIndexing(): RunningRow[] {
  const { api } = useServices();
  const { data } = useQuery({
    ...statusQuery(api),
    refetchInterval: ({ state }) => (state.data && isIncomplete(state.data.search_coverage) ? pollIntervalMs : false),
  });
  if (!data || data.degraded || !isIncomplete(data.search_coverage)) return [];
  const { indexed, stored } = data.search_coverage;
  const bar = { current: indexed, total: stored };
  return [{ id: 'indexing', title: t.searching, progressText: t.messages({ some: indexed, all: stored }), bar }];
}

function isIncomplete({ indexed, stored }: { indexed: number; stored: number }): boolean {
  return indexed < stored;
}
