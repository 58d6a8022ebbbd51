import { jsonList, sql, type ReadDb, type WriteDb } from '../../store/db.ts';
import type { Account } from '../../mail/accounts/accounts.ts';
import { flagBits } from '../../mail/messages/flags.ts';

/** Whether the first sync of every account is complete, and how many messages are here. */
export function firstSyncOf(
  db: ReadDb,
  accounts: readonly Pick<Account, 'id'>[],
): { complete: boolean; scanned: number } {
  const ids = jsonList(accounts.map(({ id }) => id));
  const row = db.get<{ open: number; scanned: number }>(sql`
    SELECT (SELECT count(*) FROM sync_status
        WHERE first_pass_done = 0 AND account IN (SELECT value FROM json_each(${ids}))) AS open,
      (SELECT coalesce(sum(stored), 0) FROM coverage
        WHERE account IN (SELECT value FROM json_each(${ids}))) AS scanned`);
  return { complete: row?.open === 0, scanned: row?.scanned ?? 0 };
}

/** When the user has seen the card of a mode; undefined if never. */
export function cardSeenAt(db: ReadDb, mode: string): string | undefined {
  return db.get<{ seen_at: string }>(sql`SELECT seen_at FROM mode_cards WHERE mode = ${mode}`)?.seen_at;
}

/** Stores that the user has seen the card of a mode; undefined shows it again. The first time stays. */
export function saveCardSeen(db: WriteDb, mode: string, seenAt: string | undefined): void {
  if (seenAt === undefined) db.run(sql`DELETE FROM mode_cards WHERE mode = ${mode}`);
  else db.run(sql`INSERT INTO mode_cards (mode, seen_at) VALUES (${mode}, ${seenAt}) ON CONFLICT DO NOTHING`);
}

/** A message of a conversation that is in the inbox. `is_read` is 1 if the user has read it. */
export type InboxMessage = { id: number; message_id: string; thread: number; is_read: number };

/** The messages of conversations (internal ids) that are in the inbox. */
export function inboxMessagesOf(db: ReadDb, threads: readonly number[]): InboxMessage[] {
  return db.all(sql`
    SELECT m.id, m.message_id, m.thread, m.flags & ${flagBits.READ} <> 0 AS is_read
    FROM messages m JOIN label_messages lm ON lm.message = m.id JOIN labels l ON l.id = lm.label
    WHERE m.thread IN (SELECT value FROM json_each(${jsonList(threads)})) AND l.role = 'inbox' AND l.synthetic = 0
    ORDER BY m.id`);
}

/** The conversations (public ids) in the inbox of an account with a message from an address, the latest first. */
export function inboxThreadsFrom(db: ReadDb, account: number, email: string, limit: number): string[] {
  return db
    .all<{ thread_id: string }>(
      sql`
      SELECT t.thread_id FROM messages m JOIN threads t ON t.id = m.thread
      WHERE m.account = ${account} AND m.from_email = ${email} COLLATE NOCASE AND m.direction = 'inbound' AND EXISTS (
        SELECT 1 FROM label_threads lt JOIN labels l ON l.id = lt.label
        WHERE lt.thread = m.thread AND l.role = 'inbox' AND l.synthetic = 0)
      GROUP BY t.id ORDER BY max(m.sort_key) DESC LIMIT ${limit}`,
    )
    .map(({ thread_id }) => thread_id);
}
