import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { CircleAlert, CircleCheck, CircleMinus } from 'lucide-react';
import { Popover } from 'radix-ui';
import { useLayoutEffect, useRef, useState } from 'react';
import { Button } from '../design/button.tsx';
import { waitingQuery } from '../mutations/history-queries.ts';
import { useNow } from '../now.ts';
import { outboxQuery } from '../outbox/queries.ts';
import { outboxCounts } from '../outbox/send-groups.ts';
import { useParts } from '../parts.ts';
import { statusQuery } from '../queries.ts';
import { strings } from '../strings.ts';
import { useTrying } from '../trying.ts';
import { leftWords } from './time-left.ts';
import { useJobs, useRunning, useWorkState } from './use-work.ts';
import { type EndedRow, endedRows, type RunningRow } from './work-rows.ts';
import styles from './work-list.module.css';
import { ago } from '../words/formats.ts';

const words = strings.jobs;

/** In milliseconds: how far search is, while somebody looks. */
const lookEvery = 2_000;

/** What goes on, each with how far it is and how it is ended, and what has ended of late. */
export function WorkList() {
  const { seen } = useWorkState();
  const running = [...useRunning(), ...useIndexing()];
  const ended = endedRows(useJobs() ?? [], seen, useNow().getTime());
  return (
    <>
      <section aria-label={words.running}>
        <Asking />
        {running.length > 0 && (
          <ul className={styles['rows']}>
            {running.map((row) => (
              <Running key={row.id} row={row} />
            ))}
          </ul>
        )}
        <Waiting />
        {running.length === 0 && <p className={styles['calm']}>{words.nothing}</p>}
      </section>
      {ended.length > 0 && (
        <section className={styles['part']}>
          <h3 className={styles['heading']}>{words.ended}</h3>
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
  const { work } = useParts();
  const { id, title, far, waits, bar, cancel, isSend } = row;
  const left = bar ? work.left(id) : undefined;
  const said = [far, left === undefined ? undefined : leftWords(left)].filter((part) => part !== undefined).join(' · ');
  const shown = useRef<HTMLLIElement>(null);
  useLayoutEffect(() => {
    const item = shown.current;
    // Who ended it, or watched it end, stays among what goes on.
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
        {waits ? <p className={styles['soft']}>{waits}</p> : said !== '' && <p className={styles['soft']}>{said}</p>}
      </div>
      {cancel && <Cancel cancel={cancel} title={title} />}
      <Bar title={title} bar={bar} />
    </li>
  );
}

/** Absent `bar`: nobody can say how much there is. */
function Bar({ title, bar }: { title: string; bar: RunningRow['bar'] }) {
  return (
    <progress
      className={styles['bar']}
      aria-label={words.progress({ what: title })}
      {...(bar ? { max: bar.total, value: bar.current } : {})}
    />
  );
}

function Cancel({ cancel, title }: { cancel: NonNullable<RunningRow['cancel']>; title: string }) {
  const { api, work } = useParts();
  const tried = useTrying('jobs', 'mailbox', 'history');
  const [isEnding, setIsEnding] = useState(false);
  async function end(): Promise<void> {
    if (cancel.kind === 'download') return work.cancelDownload(cancel.id);
    setIsEnding(true);
    const { job_id } = cancel;
    if (!(await tried(() => api.jobs.cancel({ job_id }), words.notCancelled))) setIsEnding(false);
  }
  return (
    <Button
      look="quiet"
      aria-disabled={isEnding}
      aria-label={words.cancelThis({ what: title })}
      onClick={() => isEnding || void end()}
    >
      {isEnding ? words.cancelling : words.cancel}
    </Button>
  );
}

const marks = { well: CircleCheck, badly: CircleAlert, cancelled: CircleMinus };

function Ended({ row: { title, outcome, end, isNews, at } }: { row: EndedRow }) {
  const now = useNow().getTime();
  const Mark = marks[end];
  return (
    <li className={styles['row']} data-news={isNews || undefined}>
      <Mark className={styles['mark']} data-end={end} aria-hidden="true" />
      <div className={styles['words']}>
        <p className={styles['title']}>
          <span className="visually-hidden">{end === 'well' ? words.good : words.bad} </span>
          {title}
        </p>
        <p className={styles['soft']}>
          <span className={end === 'badly' ? styles['bad'] : undefined}>{outcome}</span> · {ago(at, now)}
        </p>
      </div>
    </li>
  );
}

/** Mail on its way out of which somebody has to decide. */
function Asking() {
  const { api } = useParts();
  const { asks: asking } = outboxCounts(useQuery(outboxQuery(api)).data?.sends ?? []);
  if (asking === 0) return null;
  return (
    <p className={styles['asks']}>
      <span className={styles['bad']}>{strings.outbox.asking({ count: asking })}</span>
      <Popover.Close asChild>
        <Link to="/outbox" className={styles['link']}>
          {words.asks}
        </Link>
      </Popover.Close>
    </p>
  );
}

/** What was done here and no server knows of yet. */
function Waiting() {
  const { api } = useParts();
  const { data: waiting = 0 } = useQuery(waitingQuery(api));
  if (waiting === 0) return null;
  return (
    <p className={styles['asks']} title={words.waitingWhy}>
      <span>{words.waiting({ count: waiting })}</span>
      <Popover.Close asChild>
        <Link to="/history" className={styles['link']}>
          {strings.history.title}
        </Link>
      </Popover.Close>
    </p>
  );
}

/** Mail that search does not find yet. */
function useIndexing(): RunningRow[] {
  const { api } = useParts();
  const { data } = useQuery({
    ...statusQuery(api),
    refetchInterval: ({ state }) => (state.data && lacks(state.data.search_coverage) ? lookEvery : false),
  });
  if (!data || data.degraded || !lacks(data.search_coverage)) return [];
  const { indexed, stored } = data.search_coverage;
  const bar = { current: indexed, total: stored };
  return [{ id: 'indexing', title: words.searching, far: words.messages({ some: indexed, all: stored }), bar }];
}

function lacks({ indexed, stored }: { indexed: number; stored: number }): boolean {
  return indexed < stored;
}
