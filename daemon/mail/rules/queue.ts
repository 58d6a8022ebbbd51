import { jsonList, sql, type ReadDb, type WriteDb } from '../../store/db.ts';
import { isForRules } from './received-mail.ts';
import { hasActiveRules } from './store.ts';

/**
 * Queues a new message for the rules, in the transaction that stores it: then a crash neither skips nor repeats what they
 * do. Without rules nothing is stored.
 */
export function queueForRules(db: WriteDb, message: { id: number; direction: string; flags: number }): void {
  if (isForRules(message) && hasActiveRules(db))
    db.run(sql`INSERT INTO rule_arrivals (message) VALUES (${message.id}) ON CONFLICT DO NOTHING`);
}

export function hasArrivals(db: ReadDb): boolean {
  return db.get(sql`SELECT 1 FROM rule_arrivals LIMIT 1`) !== undefined;
}

/** The oldest queued messages, by internal id. */
export function nextArrivals(db: ReadDb, limit: number): number[] {
  return db
    .all<{ message: number }>(sql`SELECT message FROM rule_arrivals ORDER BY message LIMIT ${limit}`)
    .map(({ message }) => message);
}

export function removeArrivals(db: WriteDb, messages: readonly number[]): void {
  db.run(sql`DELETE FROM rule_arrivals WHERE message IN (SELECT value FROM json_each(${jsonList(messages)}))`);
}

/** Those of some messages that are queued still and are for rules, in order. */
export function waitingMessages(
  db: ReadDb,
  messages: readonly number[],
): { id: number; message_id: string; account: number }[] {
  const rows = db.all<{ id: number; message_id: string; account: number; direction: string; flags: number }>(sql`
    SELECT m.id, m.message_id, m.account, m.direction, m.flags FROM rule_arrivals q JOIN messages m ON m.id = q.message
    WHERE q.message IN (SELECT value FROM json_each(${jsonList(messages)})) ORDER BY m.id`);
  return rows.filter(isForRules).map(({ id, message_id, account }) => ({ id, message_id, account }));
}
