import { instantOf } from '../../base/clock.ts';
import type { Arrival, MessageRef } from '../../providers/provider.ts';
import { placementKey } from './placement-key.ts';
import { sql, type ReadDb, type WriteDb } from '../../store/db.ts';

type MissingRow = { folder: string; uidvalidity: number; uid: number; arrival: string; attempts: number };

/** Messages that the server listed but did not return, if it is time to request them again. */
export function missingMessages(db: ReadDb, account: number, now: string): Arrival[] {
  return db
    .all<MissingRow>(sql`SELECT * FROM sync_missing WHERE account = ${account} AND retry_at <= ${now}`)
    .map(({ arrival }) => {
      const stored = JSON.parse(arrival) as Omit<Arrival, 'received'> & { received: string };
      return { ...stored, received: new Date(stored.received) };
    });
}

/** The keys of all messages that the server listed but did not return. */
export function missingKeys(db: ReadDb, account: number): Set<string> {
  const refs = db.all<MessageRef>(sql`SELECT folder, uidvalidity, uid FROM sync_missing WHERE account = ${account}`);
  return new Set(refs.map(placementKey));
}

/** Requested again in the next pass, then after two minutes, four, and so on up to a day. */
export function noteMissing(
  db: WriteDb,
  account: number,
  { arrival, reason, now }: { arrival: Arrival; reason: string; now: Date },
): void {
  const { folder, uidvalidity, uid } = arrival;
  const before = db.get<{ attempts: number }>(sql`
    SELECT attempts FROM sync_missing
    WHERE account = ${account} AND folder = ${folder} AND uidvalidity = ${uidvalidity} AND uid = ${uid}`);
  const attempts = (before?.attempts ?? 0) + 1;
  const minutes = attempts === 1 ? 0 : Math.min(2 ** (attempts - 1), 24 * 60);
  const retry_at = instantOf(new Date(now.getTime() + minutes * 60_000));
  db.run(sql`
    INSERT INTO sync_missing (account, folder, uidvalidity, uid, arrival, reason, attempts, retry_at)
    VALUES (${account}, ${folder}, ${uidvalidity}, ${uid}, ${JSON.stringify(arrival)}, ${reason}, ${attempts}, ${retry_at})
    ON CONFLICT DO UPDATE SET attempts = ${attempts}, reason = excluded.reason, retry_at = excluded.retry_at`);
}

/** Messages that were fetched are not missing any more. */
export function forgetMissing(db: WriteDb, account: number, refs: readonly MessageRef[]): void {
  // Nearly always nothing is missing, and then nothing is written.
  if (countMissing(db, account) === 0) return;
  db.transaction(() => {
    for (const { folder, uidvalidity, uid } of refs) {
      db.run(sql`
        DELETE FROM sync_missing
        WHERE account = ${account} AND folder = ${folder} AND uidvalidity = ${uidvalidity} AND uid = ${uid}`);
    }
  });
}

/** Removes missing messages in a deleted folder, or under an old UIDVALIDITY. */
export function forgetMissingIn(
  db: WriteDb,
  account: number,
  { folder, uidvalidity }: Pick<MessageRef, 'folder' | 'uidvalidity'>,
): void {
  db.run(
    sql`DELETE FROM sync_missing WHERE account = ${account} AND folder = ${folder} AND uidvalidity <> ${uidvalidity}`,
  );
}

export function countMissing(db: ReadDb, account: number): number {
  return db.get<{ n: number }>(sql`SELECT count(*) AS n FROM sync_missing WHERE account = ${account}`)?.n ?? 0;
}
