import type { Clock } from './base/clock.ts';
import { reasonOf } from './base/failure.ts';
import type { Log } from './base/log.ts';
import type { WorkerHandle } from './base/worker.ts';
import type { Announcement } from './contract/events.ts';
import type { Repairers } from './features/diagnostics/repairs.ts';
import type { Account } from './mail/accounts.ts';
import { recountStart, type RecountPlace } from './mail/audit/recount.ts';
import { newestJobs, startJob, type JobHandle } from './mail/jobs.ts';
import { labelCounts } from './mail/label-counts.ts';
import type { WriteDb } from './store/db.ts';
import type { IndexCalls } from './workers/indexer.ts';
import type { IngestCalls } from './workers/ingest.ts';

type Parts = {
  db: WriteDb;
  clock: Clock;
  log: Log;
  announce: (announcement: Announcement) => void;
  ingest: WorkerHandle<IngestCalls>;
  indexer: WorkerHandle<IndexCalls>;
  sync: (account: Account) => void;
  push: (account: Account) => void;
  /** The local part of what was asked for is done by a loop. */
  ringJournal: () => void;
  backup: Repairers['backup'];
};

/** Those who put right what the doctor finds. */
export function repairers(parts: Parts): Repairers {
  const { sync, push, ringJournal, backup } = parts;
  return {
    sync: (accounts) => accounts.forEach(sync),
    retry(accounts) {
      ringJournal();
      for (const account of accounts) {
        sync(account);
        push(account);
      }
    },
    index: (how) => repairIndex(parts, how),
    recount: (what, accounts) => recount(parts, what, accounts),
    backup,
  };
}

/** The worker tells of it, and that is what makes the job. */
async function repairIndex({ db, indexer }: Parts, how: 'compare' | 'anew'): Promise<string | null> {
  const running = runningJob(db, 'index.repair');
  if (running !== undefined) return running;
  const documents = await indexer.ask('repair', how);
  return documents === 0 ? null : (newestJobs(db).find(({ kind }) => kind === 'index.repair')?.job_id ?? null);
}

function recount(parts: Parts, what: 'contacts' | 'labels', accounts: readonly Account[]): string {
  const { db, clock, log } = parts;
  const kind = `recount.${what}`;
  const [only, ...others] = accounts;
  const account = only && others.length === 0 ? only.id : undefined;
  const running = runningJob(db, kind, account ?? null);
  if (running !== undefined) return running;
  const job = startJob({ db, clock }, { kind, ...(account !== undefined && { account }) });
  job.progress({ total: accounts.length });
  void recountAll(parts, what, { accounts, job }).catch((failed: unknown) => {
    log.error({ err: failed, job: job.job_id }, 'a recount failed');
    job.finish(`It could not all be counted: ${reasonOf(failed)}`);
  });
  return job.job_id;
}

type Task = { accounts: readonly Account[]; job: JobHandle };

async function recountAll(parts: Parts, what: 'contacts' | 'labels', { accounts, job }: Task): Promise<void> {
  for (const [index, account] of accounts.entries()) {
    if (what === 'contacts') await parts.ingest.ask('recountContacts', account.id);
    else await recountLists(parts, account);
    job.progress({ succeeded: index + 1 });
  }
  job.finish();
}

async function recountLists({ db, ingest, announce }: Parts, { id, account_id }: Account): Promise<void> {
  let wrong = 0;
  for (let place: RecountPlace | undefined = recountStart; place;) {
    const { next, righted }: Awaited<ReturnType<IngestCalls['recountSome']>> = await ingest.ask('recountSome', {
      account: id,
      place,
    });
    wrong += righted;
    place = next;
  }
  if (wrong > 0) announce({ event: 'LabelCountsUpdated', account_id, counts: labelCounts(db, id) });
}

/** The job of a kind that is running, of one account or of all (null). */
function runningJob(db: WriteDb, kind: string, account: number | null = null): string | undefined {
  return newestJobs(db).find((job) => job.kind === kind && job.status === 'running' && job.account === account)?.job_id;
}
