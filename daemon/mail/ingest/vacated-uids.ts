import { sql, type ReadDb, type WriteDb } from '../../store/db.ts';
import type { Account } from '../accounts/accounts.ts';
import type { PlacementKey } from './uncommitted-placements.ts';

/**
 * Notes that an operation has taken mail from a place while the `pass`th sync pass was the latest. What that one still
 * tells of the place is old, and taken for true it would have the mail lie twice, and a copy that is none be removed.
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

/** Whether mail was taken from there. A server never gives a number of a folder again (RFC 9051, section 2.3.1.1). */
export function isVacated(db: ReadDb, { label, uidvalidity, uid }: PlacementKey): boolean {
  return (
    db.get(sql`
      SELECT 1 FROM vacated_uids WHERE label = ${label} AND uidvalidity = ${uidvalidity} AND uid = ${uid}`) !==
    undefined
  );
}

/** The `number`th pass has ended: all that was noted before it began is told by now. */
export function removeVacatedUids(db: WriteDb, account: Pick<Account, 'id'>, number: number): void {
  db.run(sql`DELETE FROM vacated_uids WHERE account = ${account.id} AND pass < ${number}`);
}
