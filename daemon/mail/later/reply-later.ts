import { jsonList, sql, type ReadDb, type WriteDb } from '../../store/db.ts';
import type { Account } from '../accounts/accounts.ts';
import { messagesByIds, type Message } from '../messages/messages.ts';

/** Adds a message to the reply-later list or removes it. Returns whether that changed anything. */
export function setReplyLater(db: WriteDb, message: number, flag: boolean, now: string): boolean {
  const { changes } = flag
    ? db.run(sql`INSERT OR IGNORE INTO reply_later (message, flagged_at) VALUES (${message}, ${now})`)
    : db.run(sql`DELETE FROM reply_later WHERE message = ${message}`);
  return changes > 0;
}

/** The reply-later list, most recently flagged first. */
export function replyLaterMessages(db: ReadDb, accounts: readonly Pick<Account, 'id'>[]): Message[] {
  const rows = db.all<{ message: number }>(sql`
    SELECT r.message FROM reply_later r JOIN messages m ON m.id = r.message
    WHERE m.account IN (SELECT value FROM json_each(${jsonList(accounts.map(({ id }) => id))}))
    ORDER BY r.flagged_at DESC, r.message DESC`);
  return messagesByIds(
    db,
    rows.map(({ message }) => message),
  );
}
