import { Failure } from '../../base/failure.ts';
import type { Address } from '../../contract/fields.ts';
import { jsonList, sql, type ReadDb } from '../../store/db.ts';
import type { Account } from '../accounts/accounts.ts';

/** A message's row, joined with the public ids of its account and conversation. */
export type Message = {
  id: number;
  message_id: string;
  account_id: string;
  thread_id: string;
  thread: number;
  sort_key: number;
  position: number;
  date: string | null;
  received_at: string;
  subject: string;
  snippet: string;
  from_name: string | null;
  from_email: string;
  recipients: string;
  header_id: string | null;
  in_reply_to: string | null;
  reference_ids: string;
  list_id: string | null;
  unsubscribe: string;
  direction: 'inbound' | 'outbound';
  flags: number;
  size: number;
  attachment_count: number;
  report: string | null;
  notes: string;
  stored_at: string;
};

export type Recipients = { to: Address[]; cc: Address[]; bcc: Address[]; reply_to: Address[] };

/** The messages with these internal ids, in the given order; deleted ones are left out. */
export function messagesByIds(db: ReadDb, ids: readonly number[]): Message[] {
  const rows = db.all<Message>(sql`
    SELECT m.*, a.account_id, t.thread_id FROM messages m
    JOIN accounts a ON a.id = m.account JOIN threads t ON t.id = m.thread
    WHERE m.id IN (SELECT value FROM json_each(${jsonList(ids)}))`);
  const byId = new Map(rows.map((row) => [row.id, row]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}

/** The columns of a message that list rows need. */
export type RowMessage = Pick<
  Message,
  | 'id'
  | 'message_id'
  | 'account_id'
  | 'thread_id'
  | 'sort_key'
  | 'date'
  | 'received_at'
  | 'subject'
  | 'snippet'
  | 'from_name'
  | 'from_email'
  | 'recipients'
  | 'header_id'
  | 'flags'
  | 'attachment_count'
>;

/** As `messagesByIds`, for list rows: half of the columns, in half of the time. By internal id. */
export function rowMessages(db: ReadDb, ids: readonly number[]): Map<number, RowMessage> {
  const rows = db.all<RowMessage>(sql`
    SELECT m.id, m.message_id, a.account_id, t.thread_id, m.sort_key, m.date, m.received_at, m.subject, m.snippet,
      m.from_name, m.from_email, m.recipients, m.header_id, m.flags, m.attachment_count
    FROM messages m JOIN accounts a ON a.id = m.account JOIN threads t ON t.id = m.thread
    WHERE m.id IN (SELECT value FROM json_each(${jsonList(ids)}))`);
  return new Map(rows.map((row) => [row.id, row]));
}

export function findMessage(db: ReadDb, message_id: string): Message | undefined {
  const row = db.get<{ id: number }>(sql`SELECT id FROM messages WHERE message_id = ${message_id}`);
  return row && messagesByIds(db, [row.id])[0];
}

/** The messages with these public ids that belong to one of these accounts, in no order. */
export function messagesNamed(
  db: ReadDb,
  accounts: readonly Pick<Account, 'id'>[],
  message_ids: readonly string[],
): Message[] {
  const rows = db.all<{ id: number }>(sql`
    SELECT id FROM messages WHERE message_id IN (SELECT value FROM json_each(${jsonList(message_ids)}))
      AND +account IN (SELECT value FROM json_each(${jsonList(accounts.map(({ id }) => id))}))`);
  return messagesByIds(
    db,
    rows.map(({ id }) => id),
  );
}

/** The message with this public id, if it belongs to one of these accounts. Throws Failure `not_found`. */
export function requireMessage<Owner extends Pick<Account, 'id'>>(
  db: ReadDb,
  accounts: readonly Owner[],
  message_id: string,
): Pick<Message, 'id' | 'message_id' | 'thread' | 'direction' | 'flags'> & { account: Owner } {
  const row = db.get<Pick<Message, 'id' | 'message_id' | 'thread' | 'direction' | 'flags'> & { account: number }>(sql`
    SELECT id, message_id, thread, direction, flags, account FROM messages WHERE message_id = ${message_id.toLowerCase()}`);
  const account = accounts.find(({ id }) => id === row?.account);
  if (!row || !account)
    throw new Failure('missing', 'not_found', 'There is no such message here. It may have been deleted.');
  return { ...row, account };
}

/** The Message-IDs among these that stored messages of the account have, in lower case. */
export function storedHeaderIds(db: ReadDb, account: number, header_ids: readonly string[]): Set<string> {
  // The unary plus keeps SQLite from scanning all messages of the account instead.
  const rows = db.all<{ header_id: string }>(sql`
    SELECT header_id FROM messages
    WHERE header_id COLLATE NOCASE IN (SELECT value FROM json_each(${jsonList(header_ids)})) AND +account = ${account}`);
  return new Set(rows.map(({ header_id }) => header_id.toLowerCase()));
}

/** The messages of a conversation, oldest first. */
export function messagesOfThread(db: ReadDb, thread: number): Message[] {
  const rows = db.all<{ id: number }>(sql`SELECT id FROM messages WHERE thread = ${thread} ORDER BY sort_key`);
  return messagesByIds(
    db,
    rows.map(({ id }) => id),
  );
}

export function recipientsOf({ recipients }: Pick<Message, 'recipients'>): Recipients {
  return JSON.parse(recipients) as Recipients;
}

/**
 * The instant shown for a message: its Date header, unless that is more than a day after the server received the
 * message (a forged date or a wrong clock); then the time of receipt.
 */
export function displayInstant({ date, received_at }: Pick<Message, 'date' | 'received_at'>): string {
  if (date === null) return received_at;
  // Both sort as text, and most are in order.
  if (date <= received_at) return date;
  return Date.parse(date) > Date.parse(received_at) + 86_400_000 ? received_at : date;
}

/** The number of messages in `accounts`. */
export function countMessages(db: ReadDb, accounts: readonly Pick<Account, 'id'>[]): number {
  const ids = jsonList(accounts.map(({ id }) => id));
  return (
    db.get<{ n: number }>(
      sql`SELECT count(*) AS n FROM messages WHERE account IN (SELECT value FROM json_each(${ids}))`,
    )?.n ?? 0
  );
}

/**
 * The present ids of messages by those of these ids that are not present ones: aliases, and ids that sends were
 * expected to have, whose copies turned out to have another one.
 */
export function presentMessageIds(db: ReadDb, ids: readonly string[]): Map<string, string> {
  const rows = db.all<{ id: string; present: string | null }>(sql`
    SELECT value AS id, coalesce(
      (SELECT m.message_id FROM message_aliases a JOIN messages m ON m.id = a.message WHERE a.alias_id = value),
      (SELECT m.message_id FROM outbox o JOIN messages m ON m.header_id = o.header_id COLLATE NOCASE
        WHERE o.message_id = value AND +m.account = o.account LIMIT 1)) AS present
    FROM json_each(${jsonList(ids)}) WHERE NOT EXISTS (SELECT 1 FROM messages WHERE message_id = value)`);
  return new Map(rows.flatMap(({ id, present }) => (present === null ? [] : [[id, present]])));
}

/** The accounts that own these public message ids. */
export function accountsOfMessages(db: ReadDb, message_ids: readonly string[]): { id: string; account: number }[] {
  return db.all(sql`
    SELECT message_id AS id, account FROM messages WHERE message_id IN (SELECT value FROM json_each(${jsonList(message_ids)}))`);
}

/** The accounts that own these public conversation ids, merged ones included. */
export function accountsOfThreads(db: ReadDb, thread_ids: readonly string[]): { id: string; account: number }[] {
  const ids = jsonList(thread_ids);
  return db.all(sql`
    SELECT thread_id AS id, account FROM threads WHERE thread_id IN (SELECT value FROM json_each(${ids}))
    UNION
    SELECT old_id, account FROM thread_aliases JOIN threads ON threads.id = thread_aliases.thread
    WHERE old_id IN (SELECT value FROM json_each(${ids}))`);
}
