import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useAction } from '../../data/use-action.ts';
import { useServices } from '../../data/services.ts';

/** Milliseconds between two requests for the progress of a job. */
const pollIntervalMs = 500;

type BackupJobTexts = { done: string; failed: string };

/** A job of the backups that this page starts and follows. A toast reports its end. */
export function useBackupJob({ done, failed }: BackupJobTexts) {
  const { api, toasts } = useServices();
  const { runOnce } = useAction({ affects: ['diagnostics', 'backups'] });
  const [jobId, setJobId] = useState<string>();
  const job = useQuery({
    queryKey: ['backup-job', jobId],
    enabled: jobId !== undefined,
    refetchInterval: pollIntervalMs,
    async queryFn({ signal }) {
      const { job: latest } = await api.jobs.get({ job_id: jobId ?? '' }, signal);
      if (latest.status === 'succeeded' || latest.status === 'failed') finish(latest.error);
      return latest;
    },
  }).data;

  function finish(failure: string | null): void {
    setJobId(undefined);
    if (failure === null) toasts.show({ tone: 'plain', text: done, waits: true });
    else toasts.show({ tone: 'bad', text: failed, note: failure });
  }

  const isRunning = jobId !== undefined;
  return {
    isRunning,
    progress: isRunning && job && job.progress.total > 0 ? job.progress : undefined,
    start: (request: () => Promise<{ job_id: string }>) =>
      void (isRunning || runOnce(async () => setJobId((await request()).job_id), failed)),
  };
}
