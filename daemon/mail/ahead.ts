import { sql, type ReadDb, type WriteDb } from '../store/db.ts';
import type { Account } from './accounts.ts';
import type { Placement } from './placements.ts';

/** A batch of a pass: both are stored before the cursor that knows of what the batch brought. */
export type BatchName = { stream: string; pass: string; batch: number };

export type Place = Pick<Placement, 'label' | 'uidvalidity' | 'uid'>;

/**
 * Notes that a place was stored and no cursor knows of it yet. Where the pass breaks off before one does, the server
 * may never tell that the place is gone: it tells the place again, or nothing.
 */
export function noteAhead(
  db: WriteDb,
  account: Pick<Account, 'id'>,
  { stream, pass, batch }: BatchName,
  { label, uidvalidity, uid }: Place,
): void {
  db.run(sql`
    INSERT OR IGNORE INTO sync_ahead (account, stream, pass, batch, label, uidvalidity, uid)
    VALUES (${account.id}, ${stream}, ${pass}, ${batch}, ${label}, ${uidvalidity}, ${uid})`);
}

/** The server has told of a place that was stored, if it was noted before: it counts for the batch that told it. */
export function noteToldAgain(db: WriteDb, account: Pick<Account, 'id'>, name: BatchName, place: Place): void {
  const { label, uidvalidity, uid } = place;
  const { changes } = db.run(sql`
    DELETE FROM sync_ahead
    WHERE account = ${account.id} AND stream = ${name.stream} AND pass <> ${name.pass}
      AND label = ${label} AND uidvalidity = ${uidvalidity} AND uid = ${uid}`);
  if (changes > 0) noteAhead(db, account, name, place);
}

/** A cursor is stored that knows of all that the stream brought in this pass up to this batch. */
export function settleAhead(db: WriteDb, account: Pick<Account, 'id'>, { stream, pass, batch }: BatchName): void {
  db.run(sql`
    DELETE FROM sync_ahead
    WHERE account = ${account.id} AND stream = ${stream} AND pass = ${pass} AND batch <= ${batch}`);
}

/**
 * What earlier passes stored and this one, which went through all of the stream, was not told again: it is gone. So is
 * where a push took mail (pass `push`, its batch the number of the pass before) ahead of this pass, the `number`th.
 */
export function leftAhead(
  db: ReadDb,
  account: Pick<Account, 'id'>,
  { pass, number, except }: { pass: string; number: number; except: readonly string[] },
): (Place & { stream: string })[] {
  const rows = db.all<Place & { stream: string }>(sql`
    SELECT stream, label, uidvalidity, uid FROM sync_ahead
    WHERE account = ${account.id} AND pass <> ${pass} AND (pass <> 'push' OR batch < ${number})`);
  return rows.filter(({ stream }) => !except.includes(stream));
}

export function forgetAhead(db: WriteDb, account: Pick<Account, 'id'>, place: Place & { stream: string }): void {
  const { stream, label, uidvalidity, uid } = place;
  db.run(sql`
    DELETE FROM sync_ahead
    WHERE account = ${account.id} AND stream = ${stream}
      AND label = ${label} AND uidvalidity = ${uidvalidity} AND uid = ${uid}`);
}
