import { sql, type ReadDb, type WriteDb } from '../../../store/db.ts';
import type { Operation } from '../operations.ts';

/** The number of the account's latest sync pass, running or not. */
export function latestSyncPass(db: ReadDb, account: number): number {
  return (
    db.get<{ pass_count: number }>(sql`SELECT pass_count FROM sync_status WHERE account = ${account}`)?.pass_count ?? 0
  );
}

/** What an account's server was told before the `pass`th sync pass began, and is shown on top of what it told since. */
export function landedOperationsBefore(
  db: ReadDb,
  account: number,
  pass: number,
): { id: number; message: number | null }[] {
  return db.all(sql`
    SELECT id, message FROM operations WHERE account = ${account} AND state = 'landed' AND pass < ${pass} ORDER BY id`);
}

/** What is shown of its message no longer depends on it. */
export function finishLandedOperation(db: WriteDb, { id }: Pick<Operation, 'id'>): void {
  db.run(sql`UPDATE operations SET state = 'done' WHERE id = ${id} AND state = 'landed'`);
}

/** Of what nobody knew whether the server did it, a whole pass has told: what is left of it to do can be told again. */
export function requeueUnsureOperations(db: WriteDb, account: number, pass: number): void {
  db.run(sql`
    UPDATE operations SET state = 'queued'
    WHERE account = ${account} AND state IN ('new', 'queued', 'sending', 'unsure') AND state = 'unsure'
      AND coalesce(pass, 0) < ${pass}`);
}

/**
 * Whether a message without a place may only be between two: its server has been asked to put it elsewhere, and no whole
 * pass has told since where it lies.
 */
export function hasSentOperation(db: ReadDb, message: number): boolean {
  return (
    db.get(sql`
      SELECT 1 FROM operations WHERE message = ${message} AND state IN ('sending', 'unsure', 'landed')`) !== undefined
  );
}

/** Messages that a server refused to change because they are gone, as far as they are still kept here. */
export function messagesWithoutPlacement(db: ReadDb, account: number): number[] {
  return db
    .all<{ message: number }>(
      sql`
      SELECT DISTINCT message FROM operations
      WHERE account = ${account} AND state = 'refused' AND message IS NOT NULL
        AND NOT EXISTS (SELECT 1 FROM placements p WHERE p.message = operations.message)`,
    )
    .map(({ message }) => message);
}

/** A stop in the middle leaves nobody knowing what the servers did. */
export function markSendingUnsure(db: WriteDb): void {
  db.run(sql`
    UPDATE operations SET state = 'unsure', attempts = max(attempts, 1), pass = (SELECT pass_count FROM sync_status s WHERE s.account = operations.account)
    WHERE state = 'sending'`);
}
