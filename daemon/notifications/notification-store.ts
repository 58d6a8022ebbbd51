import { flagBits } from '../mail/messages/flags.ts';
import { readHeaders, type Headers } from '../mail/mime/headers/headers.ts';
import { decompress } from '../mail/sources/source.ts';
import { jsonList, sql, type ReadDb, type WriteDb } from '../store/db.ts';

/** The fields of a message that a notification uses, with data about its sender from the account's contacts. */
export type ArrivedMail = {
  id: number;
  message_id: string;
  thread_id: string;
  account_id: string;
  account_key: string | null;
  account_name: string;
  subject: string;
  snippet: string;
  from_name: string | null;
  from_email: string;
  list_id: string | null;
  unsubscribe: string;
  is_report: number;
  flags: number;
  direction: 'inbound' | 'outbound';
  in_inbox: number;
  received: number;
  mailings: number;
  sent: number;
};

/** The stored messages with these public ids, newest first. */
export function arrivedMail(db: ReadDb, message_ids: readonly string[]): ArrivedMail[] {
  return db.all<ArrivedMail>(sql`
    SELECT m.id, m.message_id, t.thread_id, a.account_id, a.key AS account_key, a.name AS account_name, m.subject,
      m.snippet, m.from_name, m.from_email, m.list_id, m.unsubscribe, m.report IS NOT NULL AS is_report, m.flags,
      m.direction,
      EXISTS (SELECT 1 FROM label_messages l JOIN labels i ON i.id = l.label
        WHERE l.message = m.id AND i.role = 'inbox') AS in_inbox,
      coalesce(c.received, 0) AS received, coalesce(c.mailings, 0) AS mailings, coalesce(c.sent, 0) AS sent
    FROM messages m JOIN accounts a ON a.id = m.account JOIN threads t ON t.id = m.thread
    LEFT JOIN contacts c ON c.account = m.account AND c.email = lower(m.from_email)
    WHERE m.message_id IN (SELECT value FROM json_each(${jsonList(message_ids)}))
    ORDER BY m.sort_key DESC`);
}

/** The ids among these public ids whose messages are in an inbox and, with `unread`, are unread. */
export function inInbox(db: ReadDb, message_ids: readonly string[], { unread }: { unread: boolean }): Set<string> {
  const rows = db.all<{ message_id: string }>(sql`
    SELECT DISTINCT m.message_id FROM messages m
    JOIN label_messages l ON l.message = m.id JOIN labels i ON i.id = l.label AND i.role = 'inbox'
    WHERE m.message_id IN (SELECT value FROM json_each(${jsonList(message_ids)}))
      AND m.flags & ${unread ? flagBits.READ : 0} = 0`);
  return new Set(rows.map(({ message_id }) => message_id));
}

/** Stores message ids (public ids) until a silence is over, up to a limit. */
export function deferMail(db: WriteDb, message_ids: readonly string[], maxCount: number): void {
  db.run(sql`
    INSERT OR IGNORE INTO deferred_notifications (message_id) SELECT value FROM json_each(${jsonList(message_ids)})
    LIMIT max(0, ${maxCount} - (SELECT count(*) FROM deferred_notifications))`);
}

/** The messages stored until the end of a silence. */
export function deferredMail(db: ReadDb): string[] {
  return db
    .all<{ message_id: string }>(sql`SELECT message_id FROM deferred_notifications`)
    .map(({ message_id }) => message_id);
}

export function clearDeferredMail(db: WriteDb): void {
  db.run(sql`DELETE FROM deferred_notifications`);
}

/** A larger message is not personal mail and is slow to parse. */
const maxSourceBytes = 1_000_000;

/** The headers of a message, if its source is stored locally. */
export function headersOf(db: ReadDb, message: number): Headers | undefined {
  const row = db.get<{ data: Buffer }>(
    sql`SELECT data FROM sources WHERE message = ${message} AND length(data) < ${maxSourceBytes}`,
  );
  if (!row) return undefined;
  const bytes = decompress(row.data);
  return readHeaders(bytes, 0, bytes.length);
}

/** Whether the latest snooze of a message ended at its time and not at the user's request. */
export function wasUnsnoozedByTimer(db: ReadDb, message: number): boolean {
  const row = db.get<{ until: string | null; made_at: string }>(sql`
    SELECT u.about ->> 'until' AS until, u.made_at FROM operations o JOIN mutations u ON u.id = o.mutation
    WHERE o.message = ${message} AND u.kind = 'unsnooze' ORDER BY o.id DESC LIMIT 1`);
  return row === undefined || row.until === null || row.until <= row.made_at;
}

type RemindedMail = { id: number; thread_id: string; account_name: string; subject: string; recipients: string };

/** A sent message whose reminder is due and still listed. */
export function messageOfReminder(db: ReadDb, message_id: string): RemindedMail | undefined {
  return db.get<RemindedMail>(sql`
    SELECT m.id, t.thread_id, a.name AS account_name, m.subject, m.recipients
    FROM messages m JOIN accounts a ON a.id = m.account JOIN threads t ON t.id = m.thread
    JOIN reminders r ON r.message = m.id
    WHERE m.message_id = ${message_id} AND r.fired_at IS NOT NULL`);
}

/** Unread conversations in the inboxes of all accounts. */
export function unreadConversations(db: ReadDb): number {
  const row = db.get<{ unread: number }>(sql`
    SELECT coalesce(sum(unread_thread_count), 0) AS unread FROM labels
    WHERE role = 'inbox' AND synthetic = 0 AND pending IS NOT 'delete'`);
  return row?.unread ?? 0;
}
