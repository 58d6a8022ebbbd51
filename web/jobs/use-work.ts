import { useQuery } from '@tanstack/react-query';
import { useEffect, useSyncExternalStore } from 'react';
import { outboxQuery } from '../outbox/queries.ts';
import { useLiveState, useParts } from '../parts.ts';
import { syncQuery } from '../queries.ts';
import { isRunning, type Job, jobsQuery } from './queries.ts';
import { endedRows, fractionOf, lastEnd, type RunningRow, runningRows, runningWords } from './work-rows.ts';
import type { WorkState } from './work.ts';

export function useWorkState(): WorkState {
  const { work } = useParts();
  return useSyncExternalStore(work.subscribe, work.state);
}

/** The long acts of the daemon. What shows mail is asked for first: these wait until the page hears of events. */
export function useJobs(): readonly Job[] | undefined {
  const { api, work } = useParts();
  const isReady = useLiveState().connection !== 'connecting';
  const { data } = useQuery({ ...jobsQuery(api), enabled: isReady });
  useEffect(() => {
    if (!data) return;
    for (const { job_id, progress } of data.filter(isRunning)) {
      work.note(job_id, { current: progress.completed, total: progress.total });
    }
    // What had ended before this page was ever opened is no news.
    if (work.state().seen.until === undefined) work.seenUntil(lastEnd(data));
  }, [data, work]);
  return data;
}

/** All that goes on at the moment. */
export function useRunning(): readonly RunningRow[] {
  const { api } = useParts();
  const jobs = useJobs() ?? [];
  const work = useWorkState();
  const { progress, connection } = useLiveState();
  const syncs = useQuery(syncQuery(api)).data ?? [];
  const sends = useQuery({ ...outboxQuery(api), enabled: connection !== 'connecting' }).data?.sends ?? [];
  return connection === 'lost' ? [] : runningRows({ jobs, syncs, sends, work, progress });
}

/** What the status line says of it: what goes on, and what has ended and nobody has seen. */
export function useWorkWords() {
  const rows = useRunning();
  const { seen } = useWorkState();
  const news = endedRows(useJobs() ?? [], seen, Number.POSITIVE_INFINITY).filter(({ isNews }) => isNews);
  const running = runningWords(rows);
  return { running: running === undefined ? undefined : { text: running, fraction: fractionOf(rows) }, news };
}
