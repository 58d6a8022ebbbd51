import { useQuery } from '@tanstack/react-query';
import { useEffect, useSyncExternalStore } from 'react';
import { outboxQuery } from '../queries/outbox.ts';
import { useLiveState, useServices } from '../services.ts';
import { syncQuery } from '../queries/mail.ts';
import { isRunning, type Job, jobsQuery } from '../queries/jobs.ts';
import { endedRows, fractionOf, lastEnd, type RunningRow, runningRows, describeRunning } from './work-rows.ts';
import type { WorkState } from './work-tracker.ts';

export function useWorkState(): WorkState {
  const { workTracker } = useServices();
  return useSyncExternalStore(workTracker.subscribe, workTracker.state);
}

/** The jobs of the daemon. Mail loads first: these queries wait until the event connection is open. */
export function useJobs(): readonly Job[] | undefined {
  const { api, workTracker } = useServices();
  const isReady = useLiveState().connection !== 'connecting';
  const { data } = useQuery({ ...jobsQuery(api), enabled: isReady });
  useEffect(() => {
    if (!data) return;
    for (const { job_id, progress } of data.filter(isRunning)) {
      workTracker.recordProgress(job_id, { current: progress.completed, total: progress.total });
    }
    // Jobs that ended before this page was first opened are not new.
    if (workTracker.state().seen.until === undefined) workTracker.markSeenUntil(lastEnd(data));
  }, [data, workTracker]);
  return data;
}

/** All running work. */
export function useRunning(): readonly RunningRow[] {
  const { api } = useServices();
  const jobs = useJobs() ?? [];
  const work = useWorkState();
  const { progress, connection } = useLiveState();
  const syncs = useQuery(syncQuery(api)).data ?? [];
  const sends = useQuery({ ...outboxQuery(api), enabled: connection !== 'connecting' }).data?.sends ?? [];
  return connection === 'lost' ? [] : runningRows({ jobs, syncs, sends, work, progress });
}

/** The text of the status line: running work, and ended work that the user has not seen. */
export function useWorkStatus() {
  const rows = useRunning();
  const { seen } = useWorkState();
  const unseen = endedRows(useJobs() ?? [], seen, Number.POSITIVE_INFINITY).filter(({ isUnseen }) => isUnseen);
  const running = describeRunning(rows);
  return { running: running === undefined ? undefined : { text: running, fraction: fractionOf(rows) }, unseen };
}
