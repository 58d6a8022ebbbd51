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

/** Jobs that have been running since before an instant, in unix milliseconds. */
export function jobsOpenSince(db: ReadDb, accounts: readonly number[], before: number): OpenJob[] {
  return db.all(sql`
    SELECT kind, account, error FROM jobs
    WHERE status = 'running' AND started_at < ${before}
      AND (account IS NULL OR account IN (SELECT value FROM json_each(${jsonList(accounts)})))`);
}

/** When the search index was last repaired, in unix milliseconds. */
export function indexRepairedAt(db: ReadDb): number | undefined {
  const repaired = db.get<{ at: number | null }>(sql`
    SELECT max(finished_at) AS at FROM jobs WHERE kind = 'index.repair' AND status = 'succeeded'`);
  return repaired?.at ?? undefined;
}
