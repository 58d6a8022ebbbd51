import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Clock } from '../../base/clock.ts';
import type { Loop } from '../../base/loop.ts';
import { activityTiers, type ActivityTier } from '../../contract/activity.ts';
import { truncateWal, jsonList, sql, type WriteDb } from '../../store/db.ts';
import type { ActivitySettings } from './recorder.ts';

/** Removed in one transaction: the words of each are taken out of the index one by one, and requests wait meanwhile. */
const entriesPerTransaction = 100;

/** Removes what these entries were about, and the words they are found by; that there was something stays. */
export async function redactEntries(db: WriteDb, ids: readonly number[]): Promise<number> {
  return inBatches(db, ids, (list) => {
    db.run(sql`DELETE FROM activity_words WHERE rowid IN (SELECT value FROM json_each(${list}))`);
    return db.run(sql`
      UPDATE activity SET context = NULL, target_kind = NULL, target_id = NULL, redacted = 1
      WHERE redacted = 0 AND id IN (SELECT value FROM json_each(${list}))`).changes;
  });
}

/** Removes entries for good. */
export async function removeEntries(db: WriteDb, ids: readonly number[]): Promise<number> {
  return inBatches(db, ids, (list) => {
    db.run(sql`DELETE FROM activity_words WHERE rowid IN (SELECT value FROM json_each(${list}))`);
    return db.run(sql`DELETE FROM activity WHERE id IN (SELECT value FROM json_each(${list}))`).changes;
  });
}

/** Entries from before an instant (unix milliseconds), of these tiers. */
export function entriesBefore(db: WriteDb, before: number, tiers: readonly ActivityTier[]): number[] {
  return db
    .all<{ id: number }>(
      sql`SELECT id FROM activity WHERE ts < ${before} AND tier IN (SELECT value FROM json_each(${jsonList(tiers)}))`,
    )
    .map(({ id }) => id);
}

async function inBatches(
  db: WriteDb,
  ids: readonly number[],
  changeBatch: (idList: string) => number,
): Promise<number> {
  let changed = 0;
  for (let start = 0; start < ids.length; start += entriesPerTransaction) {
    const idList = jsonList(ids.slice(start, start + entriesPerTransaction));
    changed += db.transaction(() => changeBatch(idList));
    await nextTurn();
  }
  // What was overwritten in the file may still stand in its log.
  if (changed > 0) truncateWal(db);
  return changed;
}

export type ActivitySweepDeps = { activity: WriteDb; clock: Clock; settings: () => ActivitySettings };

const dayMs = 86_400_000;

/** Once a day, removes entries that are older than `[activity.retention]` says for their tier. */
export function activitySweep({ activity, clock, settings }: ActivitySweepDeps): Loop {
  return {
    name: 'activity retention',
    async run(signal) {
      while (!signal.aborted) {
        const { retention } = settings();
        const now = clock.now().getTime();
        const expired = activityTiers.flatMap((tier) =>
          entriesBefore(activity, now - retention[`${tier}_days`] * dayMs, [tier]),
        );
        await removeEntries(activity, expired);
        // A reader may have kept the log of an earlier removal from being emptied.
        truncateWal(activity);
        await clock.wait(dayMs, signal);
      }
    },
  };
}
