import { instantOf } from '../../base/clock.ts';
import { sql, type ReadDb } from '../../store/db.ts';

/**
 * The list position of mail that returns now: above all other mail. After a sleep several messages return at once; one whose
 * time `dueAt` was later is above those whose time was earlier.
 */
export function returnPosition(db: ReadDb, dueAt: string, now: Date): number {
  const until = instantOf(now);
  const later = db.get<{ count: number }>(sql`
    SELECT (SELECT count(*) FROM snoozes WHERE wake_at > ${dueAt} AND wake_at <= ${until})
      + (SELECT count(*) FROM reminders WHERE fired_at IS NULL AND remind_at > ${dueAt} AND remind_at <= ${until}) AS count`);
  return Math.floor(now.getTime() / 1000) - (later?.count ?? 0);
}
