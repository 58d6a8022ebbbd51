import type { Job } from '../../mail/jobs/jobs.ts';
import type { ImportPosition } from '../../mail/import/walk-entry.ts';
import { sql, type ReadDb, type WriteDb } from '../../store/db.ts';
import type { Problem } from './contract.ts';

/** An import and its job. */
export type Import = Pick<
  Job,
  | 'job_id'
  | 'status'
  | 'total'
  | 'succeeded'
  | 'skipped'
  | 'failed'
  | 'error'
  | 'started_at'
  | 'finished_at'
  | 'cancelled'
  | 'account'
  | 'account_id'
> & {
  path: string;
  folder: string | null;
  position: ImportPosition | undefined;
  passed_over: number;
  problems: Problem[];
};

type ImportRow = Omit<Import, 'position' | 'problems'> & { position: string | null; problems: string };

/** At most this many files are named; the others are counted. */
export const maxProblems = 100;

export function saveImport(db: WriteDb, { job_id, path, folder }: Pick<Import, 'job_id' | 'path' | 'folder'>): void {
  db.run(sql`INSERT INTO imports (job_id, path, folder) VALUES (${job_id}, ${path}, ${folder})`);
}

export function importNamed(db: ReadDb, job_id: string): Import | undefined {
  return queryImports(db, job_id)[0];
}

/** The imports of the newest hundred jobs, newest first. */
export function newestImports(db: ReadDb): Import[] {
  return queryImports(db, null);
}

function queryImports(db: ReadDb, job_id: string | null): Import[] {
  const rows = db.all<ImportRow>(sql`
    SELECT imports.*, jobs.*, accounts.account_id FROM imports JOIN jobs USING (job_id)
    LEFT JOIN accounts ON accounts.id = jobs.account
    WHERE ${job_id} IS NULL OR job_id = ${job_id} ORDER BY started_at DESC, job_id DESC LIMIT 100`);
  return rows.flatMap((row) => importFrom(row) ?? []);
}

/** The public id of a folder's label; null where there is none. */
export function folderLabelId(db: ReadDb, account: number, path: string): string | null {
  return (
    db.get<{ label_id: string }>(
      sql`SELECT label_id FROM labels WHERE account = ${account} AND synthetic = 0 AND provider_id = ${path}`,
    )?.label_id ?? null
  );
}

/** The paths of imports that have not ended. */
export function unfinishedPaths(db: ReadDb): string[] {
  const rows = db.all<{ path: string }>(sql`
    SELECT path FROM imports JOIN jobs USING (job_id) WHERE status IN ('queued', 'running')`);
  return rows.map(({ path }) => path);
}

/** The import that has waited the longest. */
export function nextImport(db: ReadDb): Import | undefined {
  return importFrom(
    db.get<ImportRow>(sql`
      SELECT imports.*, jobs.*, accounts.account_id FROM imports JOIN jobs USING (job_id)
      LEFT JOIN accounts ON accounts.id = jobs.account WHERE status IN ('queued', 'running')
      ORDER BY started_at, job_id LIMIT 1`),
  );
}

/** Whether an import has not ended. */
export function isUnfinished(db: ReadDb, job_id: string): boolean {
  const found = importNamed(db, job_id);
  return found?.status === 'queued' || found?.status === 'running';
}

/** The unfinished import of the same files under the same name. */
export function runningImport(db: ReadDb, { path, folder }: Pick<Import, 'path' | 'folder'>): string | undefined {
  return db.get<{ job_id: string }>(sql`
    SELECT job_id FROM imports JOIN jobs USING (job_id)
    WHERE status IN ('queued', 'running') AND path = ${path} AND folder IS ${folder}`)?.job_id;
}

/** Saves the position at which a restart continues. */
export function savePosition(
  db: WriteDb,
  job_id: string,
  { position, passed_over, problems }: Pick<Import, 'passed_over' | 'problems'> & { position: ImportPosition },
): void {
  db.run(sql`
    UPDATE imports SET position = ${JSON.stringify(position)}, passed_over = ${passed_over},
      problems = ${JSON.stringify(problems.slice(0, maxProblems))}
    WHERE job_id = ${job_id}`);
}

function importFrom(row: ImportRow | undefined): Import | undefined {
  return (
    row && {
      ...row,
      position: row.position === null ? undefined : (JSON.parse(row.position) as ImportPosition),
      problems: JSON.parse(row.problems) as Problem[],
    }
  );
}
