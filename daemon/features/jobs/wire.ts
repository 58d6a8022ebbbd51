import type { z } from 'zod';
import type { Job } from '../../mail/jobs/jobs.ts';
import type { job as jobSchema } from './contract.ts';

type JobData = z.output<typeof jobSchema>;

/** A job as clients see it (wire-contract, section 14.5). */
export function jobData(job: Job, result: JobData['result'] = null): JobData {
  const { job_id, kind, status, total, succeeded, skipped, failed, error, started_at, finished_at, account_id } = job;
  const { mutation_id, cancelled } = job;
  const completed = succeeded + skipped + failed;
  return {
    job_id,
    kind,
    status,
    progress: { completed, total: Math.max(total, completed), succeeded, skipped, failed },
    error,
    started_at,
    finished_at,
    undo_ids: mutation_id === null ? [] : [mutation_id],
    cancelled: cancelled === 1,
    can_cancel: canCancel(job),
    account_id,
    result,
  };
}

/** Kinds of work other than mutations that can be cancelled cleanly. */
const cancellable: readonly string[] = [
  'export',
  'merge',
  'import',
  'backup',
  'backup.automatic',
  'backup.check',
  'classification.recompute',
  'todos.scan',
  'commitments.scan',
  'relationships.rebuild',
  'restore',
  'deliveries.scan',
  'semantic.install',
  'semantic.embed',
];

function canCancel({ status, kind, mutation_id, cancelled }: Job): boolean {
  if (status !== 'running') return false;
  return mutation_id === null ? cancellable.includes(kind) : cancelled !== 1;
}
