import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Clock } from '../../base/clock.ts';
import type { Loop } from '../../base/loop.ts';
import { activityTiers, type ActivityTier } from '../../contract/activity.ts';
import { truncateWal, jsonList, sql, type WriteDb } from '../../store/db.ts';
import type { ActivitySettings } from './recorded.ts';

/**
 * Entries removed in one transaction: their words are removed from the index one by one, and requests wait meanwhile.
 */
const entriesPerTransaction = 100;

/** Redacts entries: removes their targets and their search words. The entries themselves are kept. */
export async function redactEntries(db: WriteDb, ids: readonly number[]): Promise<number> {
  return inBatches(db, ids, (list) => {
    db.run(sql`DELETE FROM activity_words WHERE rowid IN (SELECT value FROM json_each(${list}))`);
    return db.run(sql`
      UPDATE activity SET context = NULL, target_kind = NULL, target_id = NULL, redacted = 1
      WHERE redacted = 0 AND id IN (SELECT value FROM json_each(${list}))`).changes;
  });
}

/** Deletes entries permanently. */
export async function removeEntries(db: WriteDb, ids: readonly number[]): Promise<number> {
  return inBatches(db, ids, (list) => {
    db.run(sql`DELETE FROM activity_words WHERE rowid IN (SELECT value FROM json_each(${list}))`);
    return db.run(sql`DELETE FROM activity WHERE id IN (SELECT value FROM json_each(${list}))`).changes;
  });
}

/** Entries of these tiers from before an instant (unix milliseconds). */
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
  // The WAL may still contain the data that was overwritten in the file.
  if (changed > 0) truncateWal(db);
  return changed;
}

type ActivitySweepDeps = { activity: WriteDb; clock: Clock; settings: () => ActivitySettings };

const dayMs = 86_400_000;

/** Once a day, removes entries that are older than `[activity.retention]` allows for their tier. */
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
        // A reader may have prevented an earlier removal from truncating the WAL.
        truncateWal(activity);
        await clock.wait(dayMs, signal);
      }
    },
  };
}
