import type { Clock } from '../../base/clock.ts';
import { timeId } from '../../base/ids.ts';
import type { Actor, Owned } from '../../contract/ownership.ts';
import { jsonList, sql, type ReadDb, type WriteDb } from '../../store/db.ts';
import type { Account } from '../accounts/accounts.ts';

/** A stored job. Times are unix milliseconds. */
export type Job = {
  job_id: string;
  kind: string;
  /** The accounts it touches, by public id. */
  accounts: string[];
  /** The caller that started it; null for automatic work of the daemon. */
  origin: string | null;
  token_id: string | null;
  /** Set if it touches exactly one account, which still exists. */
  account: number | null;
  account_id: string | null;
  status: 'queued' | 'running' | 'succeeded' | 'failed';
  total: number;
  succeeded: number;
  skipped: number;
  failed: number;
  error: string | null;
  started_at: number;
  finished_at: number | null;
  /** For a job that changes mail: the mutation that can be undone. */
  mutation_id: string | null;
  /** Whether a caller cancelled the job. */
  cancelled: number;
};

const maxKeptJobs = 100;

export type JobHandle = {
  readonly job_id: string;
  progress(counts: { total?: number; succeeded?: number; skipped?: number; failed?: number }): void;
  /** Sets the reason why the job is waiting; undefined when it continues. */
  setWaitReason(reason: string | undefined): void;
  /** Ends the job, as failed if an error is given. A second end has no effect. */
  finish(error?: string): void;
  /** Ends the job after a cancellation; `summary` describes its partial result. */
  cancel(summary: string): void;
};

type NewJob = {
  kind: string;
  /** The accounts it touches; none for what concerns the whole daemon. */
  accounts?: readonly Pick<Account, 'id' | 'account_id'>[];
  /** The caller that started it; absent for automatic work of the daemon. */
  actor?: Actor;
};

/** Starts a job: a row with the progress of long work, which survives a restart. */
export function startJob(
  { db, clock }: { db: WriteDb; clock: Clock },
  { kind, accounts = [], actor }: NewJob,
): JobHandle {
  const now = clock.now();
  const job_id = timeId(now);
  const [only, ...others] = accounts;
  const account = only && others.length === 0 ? only.id : null;
  const account_ids = jsonList(accounts.map(({ account_id }) => account_id));
  db.transaction(() => {
    db.run(sql`
      INSERT INTO jobs (job_id, kind, account, accounts, origin, token_id, status, started_at)
      VALUES (${job_id}, ${kind}, ${account}, ${account_ids}, ${actor?.origin ?? null}, ${actor?.token_id ?? null},
        'running', ${now.getTime()})`);
    db.run(sql`
      DELETE FROM jobs WHERE status IN ('succeeded', 'failed') AND job_id NOT IN
        (SELECT job_id FROM jobs ORDER BY started_at DESC, job_id DESC LIMIT ${maxKeptJobs})`);
  });
  return jobHandle({ db, clock }, job_id);
}

/** Continues a job that is running or was interrupted by a restart. */
export function jobHandle({ db, clock }: { db: WriteDb; clock: Clock }, job_id: string): JobHandle {
  const end = (error: string | undefined, isCancelled: boolean) =>
    void db.run(sql`
      UPDATE jobs SET status = ${error === undefined ? 'succeeded' : 'failed'}, error = ${error ?? null},
        cancelled = ${isCancelled}, finished_at = ${clock.now().getTime()}
      WHERE job_id = ${job_id} AND status = 'running'`);
  return {
    job_id,
    progress({ total, succeeded, skipped, failed }) {
      db.run(sql`
        UPDATE jobs SET total = coalesce(${total ?? null}, total), succeeded = coalesce(${succeeded ?? null}, succeeded),
          skipped = coalesce(${skipped ?? null}, skipped), failed = coalesce(${failed ?? null}, failed)
        WHERE job_id = ${job_id}`);
    },
    setWaitReason(reason) {
      db.run(sql`UPDATE jobs SET error = ${reason ?? null} WHERE job_id = ${job_id} AND status = 'running'`);
    },
    finish: (error) => end(error, false),
    cancel: (summary) => end(summary, true),
  };
}

/**
 * Ends jobs that were running at a crash and will not continue. Imports, merges, mutations and account removals
 * continue after a restart.
 */
export function endAbandonedJobs({ db, clock }: { db: WriteDb; clock: Clock }): void {
  db.run(sql`
    UPDATE jobs SET status = 'failed', finished_at = ${clock.now().getTime()},
      error = CASE kind
        WHEN 'backup' THEN 'Posthorn stopped before the backup was complete, so it was discarded. Back up again.'
        WHEN 'backup.automatic' THEN 'Posthorn stopped before the backup was complete, so it was discarded. The next one is made automatically.'
        WHEN 'backup.check' THEN 'Posthorn stopped before the backup was checked. Check it again.'
        WHEN 'restore' THEN 'Posthorn stopped before the restore was ready, so nothing changed. Restore it again.'
        WHEN 'export' THEN 'Posthorn stopped before the export was complete, so it was discarded. Export again.'
        WHEN 'recount.contacts' THEN 'Posthorn stopped before everything was counted. Start it again.'
        WHEN 'classification.recompute' THEN 'Posthorn stopped before all mail was classified again. Start it again.'
        WHEN 'analytics.rebuild' THEN 'Posthorn stopped before the statistics were complete. Start it again.'
        WHEN 'deliveries.scan' THEN 'Posthorn stopped before all mail was searched for deliveries. What was found is kept. Start it again.'
        WHEN 'todos.scan' THEN 'Posthorn stopped before all mail was searched for to-dos. What was found is kept. Start it again.'
        WHEN 'commitments.scan' THEN 'Posthorn stopped before all mail was searched for promises. What was found is kept. Start it again.'
        WHEN 'relationships.rebuild' THEN 'Posthorn stopped before all mail was read. What was found is kept. Start it again.'
        WHEN 'voice.rebuild' THEN 'Posthorn stopped before your sent mail was measured. Start it again.'
        WHEN 'recount.labels' THEN 'Posthorn stopped before everything was counted. Start it again.'
        ELSE 'Posthorn stopped before this was done. It continues automatically.' END
    WHERE status IN ('queued', 'running') AND job_id NOT IN (SELECT job_id FROM imports)
      AND (kind <> 'account.removal' OR NOT EXISTS (SELECT 1 FROM account_removals))
      AND job_id NOT IN (SELECT batch FROM merges WHERE state = 'making')
      AND job_id NOT IN (SELECT job_id FROM mutations WHERE completed = 0 AND job_id IS NOT NULL)`);
}

/** Ends every job, including imports: in a copy of the store no work continues. */
export function endAllJobs({ db, clock }: { db: WriteDb; clock: Clock }, error: string): void {
  db.run(sql`
    UPDATE jobs SET status = 'failed', error = ${error}, finished_at = ${clock.now().getTime()}
    WHERE status IN ('queued', 'running')`);
}

/** Copies a job that ended well to another store, so that its caller finds it there. */
export function saveEndedJob(
  { db, clock }: { db: WriteDb; clock: Clock },
  { job_id, kind, total, started_at }: Pick<Job, 'job_id' | 'kind' | 'total' | 'started_at'>,
): void {
  db.run(sql`
    INSERT INTO jobs (job_id, kind, status, total, succeeded, started_at, finished_at)
    VALUES (${job_id}, ${kind}, 'succeeded', ${total}, ${total}, ${started_at}, ${clock.now().getTime()})
    ON CONFLICT (job_id) DO NOTHING`);
}

/** All jobs, newest first. */
export function newestJobs(db: ReadDb): Job[] {
  return queryJobs(db, null);
}

/** Whether a job runs. A job that waits, such as a change for a server that cannot be reached, does not. */
export function isJobRunning(db: ReadDb, kind?: string): boolean {
  const rows = db.all<{ kind: string }>(sql`
    SELECT DISTINCT kind FROM jobs WHERE status IN ('queued', 'running') AND error IS NULL`);
  return rows.some((row) => kind === undefined || row.kind === kind);
}

export function findJob(db: ReadDb, job_id: string): Job | undefined {
  return queryJobs(db, job_id)[0];
}

function queryJobs(db: ReadDb, job_id: string | null): Job[] {
  const rows = db.all<Omit<Job, 'accounts'> & { accounts: string }>(sql`
    SELECT jobs.*, accounts.account_id, mutations.mutation_id,
      max(jobs.cancelled, coalesce(mutations.cancelled, 0)) AS cancelled FROM jobs
    LEFT JOIN accounts ON accounts.id = jobs.account LEFT JOIN mutations ON mutations.job_id = jobs.job_id
    WHERE ${job_id} IS NULL OR jobs.job_id = ${job_id} ORDER BY started_at DESC, jobs.job_id DESC LIMIT ${maxKeptJobs}`);
  return rows.map((row) => ({ ...row, accounts: JSON.parse(row.accounts) as string[] }));
}

/** How the events of a job name its accounts. */
export function accountFieldsOf(accounts: readonly { account_id: string }[]): {
  account_id: string | null;
  account_ids?: string[];
} {
  const [only, ...others] = accounts.map(({ account_id }) => account_id);
  if (only === undefined || others.length === 0) return { account_id: only ?? null };
  return { account_id: null, account_ids: [only, ...others] };
}

/** The owner of a job. */
export function ownerOfJob({ accounts, origin, token_id }: Pick<Job, 'accounts' | 'origin' | 'token_id'>): Owned {
  return { accounts, actor: origin === null ? undefined : { origin, token_id } };
}
