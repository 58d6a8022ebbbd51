import type { Arrival, Ref } from '../../providers/provider.ts';
import { sql, type ReadDb, type WriteDb } from '../../store/db.ts';

/** How often a message the server does not hand out is asked for before it is only reported. */
const mostAttempts = 20;

type MissingRow = { folder: string; uidvalidity: number; uid: number; arrival: string };

/** Messages the server named but did not hand out, to be asked for again. */
export function missingMessages(db: ReadDb, account: number): Arrival[] {
  return db
    .all<MissingRow>(sql`SELECT * FROM sync_missing WHERE account = ${account} AND attempts < ${mostAttempts}`)
    .map(({ arrival }) => {
      const stored = JSON.parse(arrival) as Omit<Arrival, 'received'> & { received: string };
      return { ...stored, received: new Date(stored.received) };
    });
}

export function noteMissing(db: WriteDb, account: number, arrival: Arrival, reason: string): void {
  const { folder, uidvalidity, uid } = arrival;
  db.run(sql`
    INSERT INTO sync_missing (account, folder, uidvalidity, uid, arrival, reason, attempts)
    VALUES (${account}, ${folder}, ${uidvalidity}, ${uid}, ${JSON.stringify(arrival)}, ${reason}, 1)
    ON CONFLICT DO UPDATE SET attempts = attempts + 1, reason = excluded.reason`);
}

/** What has come after all is missing no more. */
export function forgetMissing(db: WriteDb, account: number, refs: readonly Ref[]): void {
  // Nearly always there is nothing to forget, and then nothing is written.
  if (countMissing(db, account) === 0) return;
  db.transaction(() => {
    for (const { folder, uidvalidity, uid } of refs) {
      db.run(sql`
        DELETE FROM sync_missing
        WHERE account = ${account} AND folder = ${folder} AND uidvalidity = ${uidvalidity} AND uid = ${uid}`);
    }
  });
}

export function countMissing(db: ReadDb, account: number): number {
  return db.get<{ n: number }>(sql`SELECT count(*) AS n FROM sync_missing WHERE account = ${account}`)?.n ?? 0;
}
