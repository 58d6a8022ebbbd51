import { reasonOf } from '../base/failure.ts';
import { damageDetail, isDamage } from './damage.ts';
import { sql, type ReadDb } from './db.ts';

/**
 * The problems SQLite finds in a database, one line each; empty for an intact one. Reads the whole file. An error of the
 * check itself is reported as a problem.
 */
export function integrityProblems(db: ReadDb): string[] {
  try {
    const rows = db.all<{ integrity_check: string }>(sql`PRAGMA integrity_check(20)`);
    return rows.map(({ integrity_check }) => integrity_check).filter((line) => line !== 'ok');
  } catch (failed) {
    return [failureDetail(failed)];
  }
}

/** As `integrityProblems`, without the comparison of indexes with their tables: takes about a third of the time. */
export function pageProblems(db: ReadDb): string[] {
  try {
    const rows = db.all<{ quick_check: string }>(sql`PRAGMA quick_check(20)`);
    return rows.map(({ quick_check }) => quick_check).filter((line) => line !== 'ok');
  } catch (failed) {
    return [failureDetail(failed)];
  }
}

function failureDetail(failed: unknown): string {
  return isDamage(failed) ? damageDetail(failed) : reasonOf(failed);
}
