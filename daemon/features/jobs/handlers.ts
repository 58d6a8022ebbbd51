import type { Effect } from '../../contract/define.ts';
import { Failure } from '../../base/failure.ts';
import type { Handlers } from '../../handler-types.ts';
import type { Account } from '../../mail/accounts/accounts.ts';
import type { ApplyDeps } from '../../mail/mutations/apply.ts';
import { findJob, newestJobs, type Job } from '../../mail/jobs/jobs.ts';
import { cancelMutation } from '../../mail/mutations/cancel.ts';
import { accountsOfMutation, mutationByPublicId, type Mutation } from '../../mail/mutations/journal.ts';
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
  return {
    list: (_input, { db, accounts }) => ({
      kind: 'Jobs',
      jobs: newestJobs(db)
        .filter((job) => isVisible(db, job, accounts))
        .map(jobData),
    }),
    get: ({ job_id }, { db, accounts }) => ({ kind: 'Job', job: jobData(requireVisibleJob(db, job_id, accounts)) }),
    cancel({ job_id }, { db, accounts, permit }) {
      const job = requireVisibleJob(db, job_id.toLowerCase(), accounts);
      if (cancelWork(job.job_id)) return { kind: 'Job', job: jobData(job) };
      const mutation = job.mutation_id === null ? undefined : mutationByPublicId(db, job.mutation_id);
      if (!mutation || mutation.completed === 1) throw notCancellable(job);
      for (const effect of effectsOfUndo(db, mutation)) permit(effect);
      cancelMutation({ ...deps, db }, mutation);
      return { kind: 'Job', job: jobData(requireVisibleJob(db, job.job_id, accounts)) };
    },
  };
}

/** Throws Failure `not_found`. */
function requireVisibleJob(db: ReadDb, job_id: string, accounts: readonly Account[]): Job {
  const job = findJob(db, job_id);
  if (job && isVisible(db, job, accounts)) return job;
  throw new Failure('missing', 'not_found', 'There is no such job. The newest hundred are kept.');
}

/** A job without an account contains no mail data, unless it changes mail of several accounts. */
function isVisible(db: ReadDb, { account, mutation_id }: Job, accounts: readonly Account[]): boolean {
  const mutation = mutation_id === null ? undefined : mutationByPublicId(db, mutation_id);
  const ofMutation = mutation ? accountsOfMutation(db, mutation.id).map(({ id }) => id) : [];
  const touched = account === null ? ofMutation : [account];
  return touched.every((each) => accounts.some(({ id }) => id === each));
}

function notCancellable({ mutation_id, status }: Job): Failure {
  const reason =
    mutation_id === null && status === 'running' ? 'Work of this kind goes on to its end.' : 'It has ended already.';
  return new Failure('conflict', 'not_cancellable', `${reason} Nothing was cancelled.`);
}
