import { isDeepStrictEqual } from 'node:util';
import { failureSentence } from '../../base/system-reason.ts';
import { actorOf } from '../../contract/ownership.ts';
import type { Core } from '../../core.ts';
import type { Repairers } from './repairs.ts';
import type { Account } from '../../mail/accounts/accounts.ts';
import { recountStart, type recountBatch, type RecountPosition } from '../../mail/audit/recount.ts';
import { newestJobs, ownerOfJob, startJob, type Job, type JobHandle } from '../../mail/jobs/jobs.ts';
import { labelCounts } from '../../mail/labels/counts.ts';
import { maySee } from '../../safety/policy.ts';
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
    recount: (what, call) => recount(core, what, call),
    backup: async (caller) => ((await dispatch('backup.create', {}, caller)) as { job_id: string }).job_id,
  };
}

/** The worker tells of it, and that is what makes the job. */
async function repairIndex({ mail: db, workers }: Core, mode: 'compare' | 'anew'): Promise<string | null> {
  const running = runningJob(db, 'index.repair', () => true);
  if (running !== undefined) return running;
  const documents = await workers.indexer.ask('repair', mode);
  return documents === 0 ? null : (newestJobs(db).find(({ kind }) => kind === 'index.repair')?.job_id ?? null);
}

function recount(
  core: Core,
  kindOfCount: 'contacts' | 'labels',
  { accounts, caller }: Parameters<Repairers['recount']>[1],
): string {
  const { mail: db, clock, log } = core;
  const kind = `recount.${kindOfCount}`;
  const account_ids = accounts.map(({ account_id }) => account_id);
  const isSame = (job: Job) =>
    isDeepStrictEqual(job.accounts, account_ids) && maySee({ accounts, caller }, ownerOfJob(job));
  const running = runningJob(db, kind, isSame);
  if (running !== undefined) return running;
  const job = startJob({ db, clock }, { kind, accounts, actor: actorOf(caller) });
  job.progress({ total: accounts.length });
  void recountAll(core, kindOfCount, { accounts, job }).catch((failed: unknown) => {
    log.error({ err: failed, job: job.job_id }, 'a recount failed');
    job.finish(failureSentence('Couldn’t count everything again', failed));
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

/** The job of a kind that is running. */
function runningJob(db: WriteDb, kind: string, isSame: (job: Job) => boolean): string | undefined {
  return newestJobs(db).find((job) => job.kind === kind && job.status === 'running' && isSame(job))?.job_id;
}
