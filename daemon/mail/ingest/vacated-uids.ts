import { sql, type ReadDb, type WriteDb } from '../../store/db.ts';
import type { Account } from '../accounts/accounts.ts';
import type { PlacementKey } from './uncommitted-placements.ts';

/**
 * Records that an operation removed a message from a placement when `pass` was the latest sync pass. Reports of that
 * pass about the placement are outdated: if they were stored, the message would have two placements, and its only
 * real copy could be removed as a duplicate.
 */
export function addVacatedUid(
  db: WriteDb,
  account: number,
  pass: number,
  { label, uidvalidity, uid }: PlacementKey,
): void {
  db.run(sql`
    INSERT OR REPLACE INTO vacated_uids (label, uidvalidity, uid, account, pass)
    VALUES (${label}, ${uidvalidity}, ${uid}, ${account}, ${pass})`);
}

/** Whether an operation vacated this UID. A server never reuses a UID in a folder (RFC 9051, section 2.3.1.1). */
export function isVacated(db: ReadDb, { label, uidvalidity, uid }: PlacementKey): boolean {
  return (
    db.get(sql`
      SELECT 1 FROM vacated_uids WHERE label = ${label} AND uidvalidity = ${uidvalidity} AND uid = ${uid}`) !==
    undefined
  );
}

/**
 * Forgets vacated UIDs after the end of pass `number`: the server state of that pass includes all removals recorded
 * before it.
 */
export function removeVacatedUids(db: WriteDb, account: Pick<Account, 'id'>, number: number): void {
  db.run(sql`DELETE FROM vacated_uids WHERE account = ${account.id} AND pass < ${number}`);
}
