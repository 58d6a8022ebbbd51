import type { Clock } from '../../base/clock.ts';
import { reasonOf } from '../../base/failure.ts';
import type { Log } from '../../base/log.ts';
import type { WorkerHandle } from '../../base/worker.ts';
import type { Announcement } from '../../contract/events.ts';
import type { Repairers } from './repairs.ts';
import type { Account } from '../../mail/accounts/accounts.ts';
import { recountStart, type RecountPosition } from '../../mail/audit/recount.ts';
import { newestJobs, startJob, type JobHandle } from '../../mail/jobs/jobs.ts';
import { labelCounts } from '../../mail/labels/counts.ts';
import type { WriteDb } from '../../store/db.ts';
import type { IndexCalls } from '../../workers/indexer.ts';
import type { IngestCalls } from '../../workers/ingest.ts';

type RepairDeps = {
  db: WriteDb;
  clock: Clock;
  log: Log;
  announce: (announcement: Announcement) => void;
  ingest: WorkerHandle<IngestCalls>;
  indexer: WorkerHandle<IndexCalls>;
  sync: (account: Account) => void;
  push: (account: Account) => void;
  /** The local part of what was asked for is done by a loop. */
  notifyJournal: () => void;
  backup: Repairers['backup'];
};

/** Those who put right what the doctor finds. */
export function createRepairers(deps: RepairDeps): Repairers {
  const { sync, push, notifyJournal, backup } = deps;
  return {
    sync: (accounts) => accounts.forEach(sync),
    retry(accounts) {
      notifyJournal();
      for (const account of accounts) {
        sync(account);
        push(account);
      }
    },
    index: (how) => repairIndex(deps, how),
    recount: (what, accounts) => recount(deps, what, accounts),
    backup,
  };
}

/** The worker tells of it, and that is what makes the job. */
async function repairIndex({ db, indexer }: RepairDeps, mode: 'compare' | 'anew'): Promise<string | null> {
  const running = runningJob(db, 'index.repair');
  if (running !== undefined) return running;
  const documents = await indexer.ask('repair', mode);
  return documents === 0 ? null : (newestJobs(db).find(({ kind }) => kind === 'index.repair')?.job_id ?? null);
}

function recount(deps: RepairDeps, kindOfCount: 'contacts' | 'labels', accounts: readonly Account[]): string {
  const { db, clock, log } = deps;
  const kind = `recount.${kindOfCount}`;
  const [only, ...others] = accounts;
  const account = only && others.length === 0 ? only.id : undefined;
  const running = runningJob(db, kind, account ?? null);
  if (running !== undefined) return running;
  const job = startJob({ db, clock }, { kind, ...(account !== undefined && { account }) });
  job.progress({ total: accounts.length });
  void recountAll(deps, kindOfCount, { accounts, job }).catch((failed: unknown) => {
    log.error({ err: failed, job: job.job_id }, 'a recount failed');
    job.finish(`It could not all be counted: ${reasonOf(failed)}`);
  });
  return job.job_id;
}

type Task = { accounts: readonly Account[]; job: JobHandle };

async function recountAll(deps: RepairDeps, what: 'contacts' | 'labels', { accounts, job }: Task): Promise<void> {
  for (const [index, account] of accounts.entries()) {
    if (what === 'contacts') await deps.ingest.ask('recountContacts', account.id);
    else await recountLabels(deps, account);
    job.progress({ succeeded: index + 1 });
  }
  job.finish();
}

async function recountLabels({ db, ingest, announce }: RepairDeps, { id, account_id }: Account): Promise<void> {
  let corrected = 0;
  for (let position: RecountPosition | undefined = recountStart; position;) {
    const { next, repaired }: Awaited<ReturnType<IngestCalls['recountBatch']>> = await ingest.ask('recountBatch', {
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
