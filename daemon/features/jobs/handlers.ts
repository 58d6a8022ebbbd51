import type { Effect } from '../../contract/define.ts';
import { Failure } from '../../base/failure.ts';
import type { Call, Handlers } from '../../handler-types.ts';
import type { ApplyDeps } from '../../mail/mutations/apply.ts';
import { findJob, newestJobs, ownerOfJob, type Job } from '../../mail/jobs/jobs.ts';
import { cancelMutation } from '../../mail/mutations/cancel.ts';
import { mutationByPublicId, type Mutation } from '../../mail/mutations/journal.ts';
import { resultOf } from '../../mail/mutations/mutation-result.ts';
import { maySee } from '../../safety/policy.ts';
import type { ReadDb } from '../../store/db.ts';
import type { jobsRequests } from './contract.ts';
import { jobData } from './wire.ts';

type JobsDeps = Omit<ApplyDeps, 'db'> & {
  /** The effects of an undo, so that cancelling a job does not bypass the caller's permissions. */
  effectsOfUndo: (db: ReadDb, mutation: Mutation) => readonly Effect[];
  /** Cancels work other than a mutation, if it can be cancelled. */
  cancelWork: (job_id: string) => boolean;
};

export function jobsHandlers({ effectsOfUndo, cancelWork, ...deps }: JobsDeps): Handlers<typeof jobsRequests> {
  const { clock } = deps;
  return {
    list: (_input, call) => ({
      kind: 'Jobs',
      jobs: newestJobs(call.db)
        .filter((job) => maySee(call, ownerOfJob(job)))
        .map((job) => jobData(job)),
    }),
    get({ job_id }, call) {
      const job = requireVisibleJob(call, job_id);
      const mutation = mutationOf(call.db, job);
      return { kind: 'Job', job: jobData(job, mutation && resultOf(call.db, mutation, clock.now())) };
    },
    cancel({ job_id }, call) {
      const { db, permit } = call;
      const job = requireVisibleJob(call, job_id);
      if (cancelWork(job.job_id)) return { kind: 'Job', job: jobData(job) };
      const mutation = mutationOf(db, job);
      if (!mutation || mutation.completed === 1) throw notCancellable(job);
      for (const effect of effectsOfUndo(db, mutation)) permit(effect);
      cancelMutation({ ...deps, db }, mutation);
      return { kind: 'Job', job: jobData(requireVisibleJob(call, job.job_id)) };
    },
  };
}

function mutationOf(db: ReadDb, { mutation_id }: Job): Mutation | undefined {
  return mutation_id === null ? undefined : mutationByPublicId(db, mutation_id);
}

/** Throws Failure `not_found`. */
function requireVisibleJob(call: Pick<Call, 'caller' | 'accounts'> & { db: ReadDb }, job_id: string): Job {
  const job = findJob(call.db, job_id.toLowerCase());
  if (job && maySee(call, ownerOfJob(job))) return job;
  throw new Failure('missing', 'not_found', 'There is no such job. The newest hundred are kept.');
}

function notCancellable({ mutation_id, status }: Job): Failure {
  const reason =
    mutation_id === null && status === 'running' ? 'This kind of job can’t be cancelled.' : 'It has ended already.';
  return new Failure('conflict', 'not_cancellable', `${reason} Nothing was cancelled.`);
}
