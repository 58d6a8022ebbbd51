import { Failure } from '../../base/failure.ts';
import type { Handlers } from '../../handling.ts';
import type { Account } from '../../mail/accounts.ts';
import { jobNamed, newestJobs, type Job } from '../../mail/jobs.ts';
import type { jobsRequests } from './contract.ts';
import { jobData } from './wire.ts';

export function jobsHandlers(): Handlers<typeof jobsRequests> {
  return {
    list: (_input, { db, accounts }) => ({
      kind: 'Jobs',
      jobs: newestJobs(db)
        .filter((job) => mayBeSeen(job, accounts))
        .map(jobData),
    }),
    get({ job_id }, { db, accounts }) {
      const job = jobNamed(db, job_id);
      if (!job || !mayBeSeen(job, accounts))
        throw new Failure('missing', 'not_found', 'There is no such job. The newest hundred are kept.');
      return { kind: 'Job', job: jobData(job) };
    },
  };
}

/** A job of no account says nothing of anybody's mail. */
function mayBeSeen({ account }: Job, accounts: readonly Account[]): boolean {
  return account === null || accounts.some(({ id }) => id === account);
}
