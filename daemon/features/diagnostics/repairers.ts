import { reasonOf } from '../../base/failure.ts';
import type { Core } from '../../core.ts';
import type { Repairers } from './repairs.ts';
import type { Account } from '../../mail/accounts/accounts.ts';
import { recountStart, type recountBatch, type RecountPosition } from '../../mail/audit/recount.ts';
import { newestJobs, startJob, type JobHandle } from '../../mail/jobs/jobs.ts';
import { labelCounts } from '../../mail/labels/counts.ts';
import type { WriteDb } from '../../store/db.ts';

/** What repairs the findings of the doctor. */
export function createRepairers(core: Core): Repairers {
  const { wake, accountLoops, dispatch } = core;
  return {
    sync: (accounts) => accounts.forEach(({ account_id }) => wake(account_id)),
    retry(accounts) {
      core.onRetry();
      for (const { account_id } of accounts) {
        wake(account_id);
        accountLoops.notify(account_id, 'push');
      }
    },
    index: (mode) => repairIndex(core, mode),
    recount: (what, accounts) => recount(core, what, accounts),
    backup: async (caller) => ((await dispatch('backup.create', {}, caller)) as { job_id: string }).job_id,
  };
}

/** The worker tells of it, and that is what makes the job. */
async function repairIndex({ mail: db, workers }: Core, mode: 'compare' | 'anew'): Promise<string | null> {
  const running = runningJob(db, 'index.repair');
  if (running !== undefined) return running;
  const documents = await workers.indexer.ask('repair', mode);
  return documents === 0 ? null : (newestJobs(db).find(({ kind }) => kind === 'index.repair')?.job_id ?? null);
}

function recount(core: Core, kindOfCount: 'contacts' | 'labels', accounts: readonly Account[]): string {
  const { mail: db, clock, log } = core;
  const kind = `recount.${kindOfCount}`;
  const [only, ...others] = accounts;
  const account = only && others.length === 0 ? only.id : undefined;
  const running = runningJob(db, kind, account ?? null);
  if (running !== undefined) return running;
  const job = startJob({ db, clock }, { kind, ...(account !== undefined && { account }) });
  job.progress({ total: accounts.length });
  void recountAll(core, kindOfCount, { accounts, job }).catch((failed: unknown) => {
    log.error({ err: failed, job: job.job_id }, 'a recount failed');
    job.finish(`It could not all be counted: ${reasonOf(failed)}`);
  });
  return job.job_id;
}

type Task = { accounts: readonly Account[]; job: JobHandle };

async function recountAll(core: Core, what: 'contacts' | 'labels', { accounts, job }: Task): Promise<void> {
  for (const [index, account] of accounts.entries()) {
    if (what === 'contacts') await core.workers.ingest.ask('recountContacts', account.id);
    else await recountLabels(core, account);
    job.progress({ succeeded: index + 1 });
  }
  job.finish();
}

async function recountLabels({ mail: db, workers, announce }: Core, { id, account_id }: Account): Promise<void> {
  let corrected = 0;
  for (let position: RecountPosition | undefined = recountStart; position;) {
    const { next, repaired }: ReturnType<typeof recountBatch> = await workers.ingest.ask('recountBatch', {
      account: id,
      position,
    });
    corrected += repaired;
    position = next;
  }
  if (corrected > 0) announce({ event: 'LabelCountsUpdated', account_id, counts: labelCounts(db, id) });
}

/** The job of a kind that is running, of one account or of all (null). */
function runningJob(db: WriteDb, kind: string, account: number | null = null): string | undefined {
  return newestJobs(db).find((job) => job.kind === kind && job.status === 'running' && job.account === account)?.job_id;
}
