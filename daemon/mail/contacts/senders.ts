import { jsonList, sql, type ReadDb } from '../../store/db.ts';
import { flagBits } from '../messages/flags.ts';

/** A message from a sender, with the fields that actions on all mail of the sender need. */
export type SenderMessage = {
  id: number;
  message_id: string;
  account: number;
  thread: number;
  sort_key: number;
  canUnsubscribe: boolean;
  isUnread: boolean;
};

/** All messages of accounts from an address, outside the trash and spam, newest first. */
export function messagesFromSender(db: ReadDb, accounts: readonly number[], email: string): SenderMessage[] {
  const rows = db.all<Omit<SenderMessage, 'canUnsubscribe' | 'isUnread'> & { leavable: number; unread: number }>(sql`
    SELECT id, message_id, account, thread, sort_key, unsubscribe <> '"None"' AS leavable, flags & ${flagBits.READ} = 0 AS unread
    FROM messages
    WHERE from_email = ${email} COLLATE NOCASE AND account IN (SELECT value FROM json_each(${jsonList(accounts)}))
      AND direction = 'inbound' AND flags & ${flagBits.TRASH | flagBits.SPAM | flagBits.DRAFT} = 0
    ORDER BY sort_key DESC`);
  return rows.map(({ leavable, unread, ...row }) => ({
    ...row,
    canUnsubscribe: leavable === 1,
    isUnread: unread === 1,
  }));
}
