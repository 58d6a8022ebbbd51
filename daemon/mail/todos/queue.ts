import { jsonList, sql, type ReadDb, type WriteDb } from '../../store/db.ts';
import { flagBits } from '../messages/flags.ts';

const ignored = flagBits.DRAFT | flagBits.TRASH | flagBits.SPAM;

/** Queues a new message (internal id), in the transaction that stores it: to-dos are found in it outside of the ingest worker. */
export function queueForTodos(db: WriteDb, { id, flags }: { id: number; flags: number }): void {
  if ((flags & ignored) === 0) db.run(sql`INSERT INTO todo_queue (message) VALUES (${id}) ON CONFLICT DO NOTHING`);
}

/** The first queued messages. */
export function queuedForTodos(db: ReadDb, limit: number): number[] {
  return db
    .all<{ message: number }>(sql`SELECT message FROM todo_queue ORDER BY message LIMIT ${limit}`)
    .map(({ message }) => message);
}

export function removeFromQueue(db: WriteDb, messages: readonly number[]): void {
  db.run(sql`DELETE FROM todo_queue WHERE message IN (SELECT value FROM json_each(${jsonList(messages)}))`);
}

/** Messages of some accounts that were received after an instant, before one in the order of storage, the latest first. */
export function messagesReceivedSince(
  db: ReadDb,
  accounts: readonly { id: number }[],
  { since, before, limit }: { since: Date; before: number; limit: number },
): number[] {
  return db
    .all<{ id: number }>(
      sql`
      SELECT id FROM messages
      WHERE account IN (SELECT value FROM json_each(${jsonList(accounts.map(({ id }) => id))}))
        AND sort_key >= ${Math.floor(since.getTime() / 1000)} AND flags & ${ignored} = 0 AND id < ${before}
      ORDER BY id DESC LIMIT ${limit}`,
    )
    .map(({ id }) => id);
}
