import { sql, type ReadDb, type WriteDb } from '../../store/db.ts';
import type { Account } from '../accounts/accounts.ts';
import type { Placement } from '../messages/placements.ts';

/** A batch of a pass: both are stored before the cursor that includes the changes of the batch. */
export type BatchName = { stream: string; pass: string; batch: number };

/**
 * Instead of a pass: placements that are known in advance, because an operation put a message there or a search on the
 * server found it there. Their batch is the number of the latest pass at that time.
 */
export const inAdvance = 'in_advance';

export type PlacementKey = Pick<Placement, 'label' | 'uidvalidity' | 'uid'>;

/**
 * Records a placement that is stored before any cursor includes it. If the pass is interrupted before its cursor is
 * stored, the server may never report a removal of the placement: it reports the placement again, or nothing.
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

/**
 * The server reported a placement that an earlier pass recorded as uncommitted: it now belongs to the batch that
 * reported it.
 */
export function confirmUncommittedPlacement(
  db: WriteDb,
  account: Pick<Account, 'id'>,
  batch: BatchName,
  placement: PlacementKey,
): void {
  if (batch.pass === inAdvance) return;
  const { label, uidvalidity, uid } = placement;
  const { changes } = db.run(sql`
    DELETE FROM uncommitted_placements
    WHERE account = ${account.id} AND stream = ${batch.stream} AND pass <> ${batch.pass}
      AND label = ${label} AND uidvalidity = ${uidvalidity} AND uid = ${uid}`);
  if (changes > 0) addUncommittedPlacement(db, account, batch, placement);
}

/**
 * Clears the uncommitted placements of the stream in this pass up to this batch, because a stored cursor includes
 * them.
 */
export function commitPlacements(db: WriteDb, account: Pick<Account, 'id'>, { stream, pass, batch }: BatchName): void {
  db.run(sql`
    DELETE FROM uncommitted_placements
    WHERE account = ${account.id} AND stream = ${stream} AND pass = ${pass} AND batch <= ${batch}`);
}

/**
 * Placements that earlier passes stored and this pass did not report again, although it read the whole stream: they
 * are gone. The same holds for placements that were known in advance of pass `number`.
 */
export function unconfirmedPlacements(
  db: ReadDb,
  account: Pick<Account, 'id'>,
  { pass, number, except }: { pass: string; number: number; except: readonly string[] },
): (PlacementKey & { stream: string })[] {
  const rows = db.all<PlacementKey & { stream: string }>(sql`
    SELECT stream, label, uidvalidity, uid FROM uncommitted_placements
    WHERE account = ${account.id} AND pass <> ${pass} AND (pass <> ${inAdvance} OR batch < ${number})`);
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
