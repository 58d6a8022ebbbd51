import { sql, type ReadDb, type WriteDb } from '../../store/db.ts';
import type { Account } from '../accounts/accounts.ts';
import type { Placement } from '../messages/placements.ts';

/** A batch of a pass: both are stored before the cursor that knows of what the batch brought. */
export type BatchName = { stream: string; pass: string; batch: number };

export type PlacementKey = Pick<Placement, 'label' | 'uidvalidity' | 'uid'>;

/**
 * Notes that a place was stored and no cursor knows of it yet. Where the pass breaks off before one does, the server
 * may never tell that the place is gone: it tells the place again, or nothing.
 */
export function addUncommittedPlacement(
  db: WriteDb,
  account: Pick<Account, 'id'>,
  { stream, pass, batch }: BatchName,
  { label, uidvalidity, uid }: PlacementKey,
): void {
  db.run(sql`
    INSERT OR IGNORE INTO uncommitted_placements (account, stream, pass, batch, label, uidvalidity, uid)
    VALUES (${account.id}, ${stream}, ${pass}, ${batch}, ${label}, ${uidvalidity}, ${uid})`);
}

/** The server has told of a place that was stored, if it was noted before: it counts for the batch that told it. */
export function confirmUncommittedPlacement(
  db: WriteDb,
  account: Pick<Account, 'id'>,
  batch: BatchName,
  placement: PlacementKey,
): void {
  const { label, uidvalidity, uid } = placement;
  const { changes } = db.run(sql`
    DELETE FROM uncommitted_placements
    WHERE account = ${account.id} AND stream = ${batch.stream} AND pass <> ${batch.pass}
      AND label = ${label} AND uidvalidity = ${uidvalidity} AND uid = ${uid}`);
  if (changes > 0) addUncommittedPlacement(db, account, batch, placement);
}

/** A cursor is stored that knows of all that the stream brought in this pass up to this batch. */
export function commitPlacements(db: WriteDb, account: Pick<Account, 'id'>, { stream, pass, batch }: BatchName): void {
  db.run(sql`
    DELETE FROM uncommitted_placements
    WHERE account = ${account.id} AND stream = ${stream} AND pass = ${pass} AND batch <= ${batch}`);
}

/**
 * What earlier passes stored and this one, which went through all of the stream, was not told again: it is gone. So is
 * where a push took mail (pass `push`, its batch the number of the pass before) ahead of this pass, the `number`th.
 */
export function unconfirmedPlacements(
  db: ReadDb,
  account: Pick<Account, 'id'>,
  { pass, number, except }: { pass: string; number: number; except: readonly string[] },
): (PlacementKey & { stream: string })[] {
  const rows = db.all<PlacementKey & { stream: string }>(sql`
    SELECT stream, label, uidvalidity, uid FROM uncommitted_placements
    WHERE account = ${account.id} AND pass <> ${pass} AND (pass <> 'push' OR batch < ${number})`);
  return rows.filter(({ stream }) => !except.includes(stream));
}

export function removeUncommittedPlacement(
  db: WriteDb,
  account: Pick<Account, 'id'>,
  placement: PlacementKey & { stream: string },
): void {
  const { stream, label, uidvalidity, uid } = placement;
  db.run(sql`
    DELETE FROM uncommitted_placements
    WHERE account = ${account.id} AND stream = ${stream}
      AND label = ${label} AND uidvalidity = ${uidvalidity} AND uid = ${uid}`);
}
