import type { Call } from '../../handler-types.ts';
import { newestJobs, ownerOfJob } from '../../mail/jobs/jobs.ts';
import { maySee } from '../../safety/policy.ts';
import { jsonList, sql, type ReadDb } from '../../store/db.ts';

/** Operations that should have been pushed to a server by now. */
export type OpenOperations = { account: number; count: number; unsure: number };

/** Operations that were requested before an instant. */
export function operationsOpenSince(db: ReadDb, accounts: readonly number[], before: string): OpenOperations[] {
  return db.all(sql`
    SELECT o.account, count(*) AS count, sum(o.state = 'unsure') AS unsure
    FROM operations o JOIN mutations m ON m.id = o.mutation
    WHERE o.account IN (SELECT value FROM json_each(${jsonList(accounts)}))
      AND o.state IN ('new', 'queued', 'sending', 'unsure') AND m.made_at < ${before}
    GROUP BY o.account`);
}

export type OpenJob = { kind: string; account: number | null; error: string | null };

/** Jobs that a caller may see and that have been running since before an instant, in unix milliseconds. */
export function jobsOpenSince(db: ReadDb, call: Pick<Call, 'caller' | 'accounts'>, before: number): OpenJob[] {
  return newestJobs(db).filter(
    (job) => job.status === 'running' && job.started_at < before && maySee(call, ownerOfJob(job)),
  );
}

/** When the search index was last repaired, in unix milliseconds. */
export function indexRepairedAt(db: ReadDb): number | undefined {
  const repaired = db.get<{ at: number | null }>(sql`
    SELECT max(finished_at) AS at FROM jobs WHERE kind = 'index.repair' AND status = 'succeeded'`);
  return repaired?.at ?? undefined;
}
