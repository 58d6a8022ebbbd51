import type { Clock } from '../../base/clock.ts';
import type { Announcement } from '../../contract/events.ts';
import type { Actor } from '../../contract/ownership.ts';
import { accountFieldsOf, startJob } from '../../mail/jobs/jobs.ts';
import type { WriteDb } from '../../store/db.ts';

export type ReporterDeps = { db: WriteDb; clock: Clock; announce: (announcement: Announcement) => void };

/** How often clients are told of progress, in milliseconds. */
const intervalMs = 500;

export type OperationReporter = ReturnType<typeof startOperation>;

/** Starts a job and tells clients how far it is and how it ends. `message` says what is done, for users. */
export function startOperation(
  { db, clock, announce }: ReporterDeps,
  { kind, operation, message, actor }: { kind: string; operation: string; message: string; actor?: Actor | undefined },
) {
  const job = startJob({ db, clock }, { kind, ...(actor && { actor }) });
  const fields = { operation_id: job.job_id, operation, actor, ...accountFieldsOf([]) };
  announce({ ...fields, event: 'OperationStarted', message });
  let reportedMs = -Infinity;
  return {
    job_id: job.job_id,
    progress(done: number, total: number) {
      const now = performance.now();
      if (now - reportedMs < intervalMs && done < total) return;
      reportedMs = now;
      job.progress({ total, succeeded: done });
      announce({ ...fields, event: 'OperationProgress', current: done, total, message });
    },
    setWaitReason: job.setWaitReason,
    finish(summary: string) {
      job.finish();
      announce({ ...fields, event: 'OperationCompleted', message: summary });
    },
    fail(error: string) {
      job.finish(error);
      announce({ ...fields, event: 'OperationFailed', error, retryable: true });
    },
    cancel(summary: string) {
      job.cancel(summary);
      announce({ ...fields, event: 'OperationCancelled', message: summary });
    },
  };
}
