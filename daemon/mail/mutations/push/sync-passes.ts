import { sql, type ReadDb, type WriteDb } from '../../../store/db.ts';
import type { Operation } from '../operations.ts';

/** The number of the account's latest sync pass, running or not. */
export function latestSyncPass(db: ReadDb, account: number): number {
  return (
    db.get<{ pass_count: number }>(sql`SELECT pass_count FROM sync_status WHERE account = ${account}`)?.pass_count ?? 0
  );
}

/** The operations that were pushed before sync pass `pass` began; the display applies them to data reported earlier. */
export function landedOperationsBefore(
  db: ReadDb,
  account: number,
  pass: number,
): { id: number; message: number | null }[] {
  return db.all(sql`
    SELECT id, message FROM operations WHERE account = ${account} AND state = 'landed' AND pass < ${pass} ORDER BY id`);
}

/** The display of its message no longer depends on it. */
export function finishLandedOperation(db: WriteDb, { id }: Pick<Operation, 'id'>): void {
  db.run(sql`UPDATE operations SET state = 'done' WHERE id = ${id} AND state = 'landed'`);
}

/**
 * Requeues the operations with an unknown outcome: a complete sync pass has reported the actual state, and the
 * remaining changes can be pushed.
 */
export function requeueUnsureOperations(db: WriteDb, account: number, pass: number): void {
  db.run(sql`
    UPDATE operations SET state = 'queued'
    WHERE account = ${account} AND state IN ('new', 'queued', 'sending', 'unsure') AND state = 'unsure'
      AND coalesce(pass, 0) < ${pass}`);
}

/**
 * Whether a message without a placement may be in transit: a move was pushed, and no complete sync pass has reported
 * its placement since.
 */
export function hasSentOperation(db: ReadDb, message: number): boolean {
  return (
    db.get(sql`
      SELECT 1 FROM operations WHERE message = ${message} AND state IN ('sending', 'unsure', 'landed')`) !== undefined
  );
}

/** Messages that are still stored although a server refused a change because they are gone. */
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

/** After an interruption, the outcome of operations that were being sent is unknown: those of one account, or of all. */
export function markSendingUnsure(db: WriteDb, account: number | null = null): void {
  db.run(sql`
    UPDATE operations SET state = 'unsure', attempts = max(attempts, 1), pass = (SELECT pass_count FROM sync_status s WHERE s.account = operations.account)
    WHERE state = 'sending' AND (${account} IS NULL OR account = ${account})`);
}
