import { flagBits } from '../../mail/messages/flags.ts';
import type { Message } from '../../mail/messages/messages.ts';
import { jsonList, sql, type ReadDb } from '../../store/db.ts';

/** Unix seconds, the end exclusive. */
export type Period = { since: number; until: number };

export const always: Period = { since: 0, until: Number.MAX_SAFE_INTEGER };

/** The mail that a report counts: accounts by internal id, and a period. */
export type Selection = { accounts: readonly number[]; period: Period };

const notCounted = flagBits.DRAFT | flagBits.SPAM;
const topRows = 5;

type Bucket = { key: string; bytes: number; count: number };
type Grouping = 'sender' | 'mimetype' | 'label' | 'year';

/**
 * What takes space, the most first; years by date, the newest first. The sizes of attachments are decoded sizes; others are
 * sizes on the server.
 */
export function storageBuckets(
  db: ReadDb,
  { accounts, period: { since, until } }: Selection,
  { groupBy, limit }: { groupBy: Grouping; limit: number },
): Bucket[] {
  const among = jsonList(accounts);
  switch (groupBy) {
    case 'sender':
      return db.all<Bucket>(sql`
        SELECT lower(from_email) AS key, sum(size) AS bytes, count(*) AS count FROM messages INDEXED BY messages_sender
        WHERE account IN (SELECT value FROM json_each(${among})) AND sort_key >= ${since} AND sort_key < ${until}
        GROUP BY from_email COLLATE NOCASE ORDER BY bytes DESC, key LIMIT ${limit}`);
    case 'mimetype':
      return db.all<Bucket>(sql`
        SELECT lower(a.mime_type) AS key, sum(a.size) AS bytes, count(*) AS count
        FROM attachments a JOIN messages m ON m.id = a.message
        WHERE m.account IN (SELECT value FROM json_each(${among})) AND m.sort_key >= ${since} AND m.sort_key < ${until}
        GROUP BY lower(a.mime_type) ORDER BY bytes DESC, key LIMIT ${limit}`);
    case 'label':
      return db.all<Bucket>(sql`
        SELECT l.name AS key, sum(m.size) AS bytes, count(*) AS count
        FROM label_messages lm INDEXED BY label_messages_message CROSS JOIN messages m ON m.id = lm.message
        CROSS JOIN labels l ON l.id = lm.label
        WHERE l.account IN (SELECT value FROM json_each(${among})) AND l.synthetic = 0
          AND m.sort_key >= ${since} AND m.sort_key < ${until}
        GROUP BY l.name ORDER BY bytes DESC, key LIMIT ${limit}`);
    case 'year':
      return db.all<Bucket>(sql`
        SELECT strftime('%Y', sort_key, 'unixepoch') AS key, sum(size) AS bytes, count(*) AS count
        FROM messages INDEXED BY messages_walk
        WHERE account IN (SELECT value FROM json_each(${among})) AND sort_key >= ${since} AND sort_key < ${until}
        GROUP BY 1 ORDER BY key DESC LIMIT ${limit}`);
  }
}

/** The bytes of all messages of a period, as they are on the server. */
export function totalBytes(db: ReadDb, { accounts, period: { since, until } }: Selection): number {
  const row = db.get<{ bytes: number | null }>(sql`
    SELECT sum(size) AS bytes FROM messages
    WHERE sort_key >= ${since} AND sort_key < ${until} AND account IN (SELECT value FROM json_each(${jsonList(accounts)}))`);
  return row?.bytes ?? 0;
}

type LargeMessage = Pick<Message, 'message_id' | 'date' | 'received_at' | 'from_email' | 'subject' | 'size'> & {
  thread_id: string;
};

/** The largest messages outside the trash, the largest first. */
export function messagesBySize(
  db: ReadDb,
  { accounts, period: { since, until } }: Selection,
  limit: number,
): LargeMessage[] {
  return db.all<LargeMessage>(sql`
    SELECT m.message_id, t.thread_id, m.date, m.received_at, m.from_email, m.subject, m.size
    FROM messages m JOIN threads t ON t.id = m.thread
    WHERE m.sort_key IN (
      SELECT sort_key FROM messages
      WHERE sort_key >= ${since} AND sort_key < ${until} AND flags & ${flagBits.TRASH} = 0
        AND account IN (SELECT value FROM json_each(${jsonList(accounts)}))
      ORDER BY size DESC, sort_key LIMIT ${limit})
    ORDER BY m.size DESC, m.sort_key`);
}

/** A correspondent in all of the accounts; times are unix seconds, 0 for never. */
export type Correspondent = {
  email: string;
  name: string | null;
  received: number;
  sent: number;
  last_received: number;
  last_sent: number;
};

/** Correspondents who are no senders of mailings; the user may be among them. */
export function correspondents(db: ReadDb, accounts: readonly number[]): Correspondent[] {
  return db.all<Correspondent>(sql`
    SELECT email, coalesce(max(name), max(name_by_owner)) AS name, sum(received) AS received, sum(sent) AS sent,
      max(last_received) AS last_received, max(last_sent) AS last_sent
    FROM contacts WHERE account IN (SELECT value FROM json_each(${jsonList(accounts)}))
    GROUP BY email HAVING sum(mailings) * 2 <= sum(received)`);
}

/** The names of correspondents by their address in lower case, where one is known. */
export function contactNames(
  db: ReadDb,
  accounts: readonly number[],
  emails: readonly string[],
): ReadonlyMap<string, string> {
  const rows = db.all<{ email: string; name: string }>(sql`
    SELECT email, coalesce(max(name), max(name_by_owner)) AS name FROM contacts
    WHERE account IN (SELECT value FROM json_each(${jsonList(accounts)}))
      AND email IN (SELECT value FROM json_each(${jsonList(emails)}))
    GROUP BY email HAVING coalesce(max(name), max(name_by_owner)) IS NOT NULL`);
  return new Map(rows.map(({ email, name }) => [email, name]));
}

/** The number of contacts of accounts. */
export function countContacts(db: ReadDb, accounts: readonly number[]): number {
  const row = db.get<{ n: number }>(sql`
    SELECT count(*) AS n FROM contacts WHERE account IN (SELECT value FROM json_each(${jsonList(accounts)}))`);
  return row?.n ?? 0;
}

type LatestMessage = Pick<
  Message,
  'message_id' | 'thread_id' | 'subject' | 'date' | 'received_at' | 'from_email' | 'recipients'
> & { account: number; sort_key: number };

/**
 * The newest messages of conversations that are in a period, the oldest first: received ones to which the user may have to
 * reply, or sent ones.
 */
export function latestMessages(
  db: ReadDb,
  { accounts, period }: Selection,
  direction: 'inbound' | 'outbound',
): LatestMessage[] {
  const ignored = notCounted | flagBits.TRASH;
  return db.all<LatestMessage>(sql`
    SELECT m.message_id, t.thread_id, m.subject, m.date, m.received_at, m.from_email, m.recipients, m.account, m.sort_key
    FROM (
      SELECT thread, max(sort_key) AS sort_key FROM messages
      WHERE sort_key >= ${period.since} AND flags & ${ignored} = 0
        AND account IN (SELECT value FROM json_each(${jsonList(accounts)}))
      GROUP BY thread HAVING max(sort_key) < ${period.until}
    ) latest
    JOIN messages m ON m.sort_key = latest.sort_key JOIN threads t ON t.id = m.thread
    LEFT JOIN message_kinds k ON k.message = m.id
    WHERE m.direction = ${direction} AND m.list_id IS NULL AND (m.direction = 'outbound' OR k.kind = 'person')
    ORDER BY m.sort_key`);
}

export type ReplyPair = {
  /** Unix seconds of the message and of its first reply. */
  asked: number;
  replied: number;
  counterparty: string;
};

type ReplyFilter = { direction: 'i_replied' | 'they_replied'; counterparty?: string | undefined };

/** The first reply in a period to each message of the other side, where both are stored. Mail of lists does not count. */
export function replyPairs(
  db: ReadDb,
  { accounts, period: { since, until } }: Selection,
  { direction, counterparty }: ReplyFilter,
): ReplyPair[] {
  const isOwn = direction === 'i_replied';
  const address = counterparty ?? null;
  const [replying, asking] = isOwn ? ['outbound', 'inbound'] : ['inbound', 'outbound'];
  return db.all<ReplyPair>(sql`
    SELECT o.sort_key AS asked, min(r.sort_key) AS replied,
      lower(iif(${isOwn ? 1 : 0}, o.from_email, r.from_email)) AS counterparty
    FROM messages r INDEXED BY messages_replies
    CROSS JOIN messages o INDEXED BY messages_header_id ON o.header_id = r.in_reply_to COLLATE NOCASE
    WHERE r.in_reply_to IS NOT NULL AND r.list_id IS NULL AND r.direction = ${replying} AND r.flags & ${notCounted} = 0
      AND r.sort_key >= ${since} AND r.sort_key < ${until}
      AND r.account IN (SELECT value FROM json_each(${jsonList(accounts)}))
      AND o.account = r.account AND o.direction = ${asking} AND o.sort_key < r.sort_key AND o.flags & ${notCounted} = 0
      AND o.list_id IS NULL
      AND (${address} IS NULL OR iif(${isOwn ? 1 : 0}, o.from_email, r.from_email) = ${address} COLLATE NOCASE)
    GROUP BY o.id ORDER BY asked`);
}

/** The messages of a period by direction, and the number of their conversations. */
export function volume(db: ReadDb, { accounts, period: { since, until } }: Selection) {
  const row = db.get<{ inbound_count: number; outbound_count: number; thread_count: number }>(sql`
    SELECT count(*) FILTER (WHERE direction = 'inbound') AS inbound_count,
      count(*) FILTER (WHERE direction = 'outbound') AS outbound_count, count(DISTINCT thread) AS thread_count
    FROM messages WHERE sort_key >= ${since} AND sort_key < ${until} AND flags & ${notCounted} = 0
      AND account IN (SELECT value FROM json_each(${jsonList(accounts)}))`);
  return row ?? { inbound_count: 0, outbound_count: 0, thread_count: 0 };
}

/** The messages of each hour in which there are any; `hour` counts hours since 1970 in UTC. */
export function messagesByHour(db: ReadDb, { accounts, period: { since, until } }: Selection) {
  return db.all<{ hour: number; n: number }>(sql`
    SELECT sort_key / 3600 AS hour, count(*) AS n FROM messages
    WHERE sort_key >= ${since} AND sort_key < ${until} AND flags & ${notCounted} = 0
      AND account IN (SELECT value FROM json_each(${jsonList(accounts)})) GROUP BY 1`);
}

export type Rank = { email: string; display_name: string | null; count: number };

/** Whom the user wrote to, the most first; `inbound` is how many messages they have ever written. */
export function writtenTo(
  db: ReadDb,
  { accounts, period: { since, until } }: Selection,
): (Rank & { inbound: number })[] {
  const among = jsonList(accounts);
  return db.all(sql`
    SELECT w.email, max(c.name) AS display_name, w.count, coalesce(sum(c.received), 0) AS inbound
    FROM (
      SELECT lower(r.value ->> 'email') AS email, count(DISTINCT m.id) AS count
      FROM messages m, json_each(m.recipients, '$.to') r
      WHERE m.direction = 'outbound' AND m.sort_key >= ${since} AND m.sort_key < ${until}
        AND m.flags & ${notCounted} = 0 AND m.account IN (SELECT value FROM json_each(${among}))
      GROUP BY 1
    ) w LEFT JOIN contacts c ON c.email = w.email AND c.account IN (SELECT value FROM json_each(${among}))
    GROUP BY w.email ORDER BY w.count DESC, w.email`);
}

/** The senders of a period without those of mailings and without `own` addresses, the most first. */
export function topSenders(
  db: ReadDb,
  { accounts, period: { since, until } }: Selection,
  own: ReadonlySet<string>,
): Rank[] {
  return db.all<Rank>(sql`
    SELECT lower(from_email) AS email, max(from_name) AS display_name, count(*) AS count FROM messages
    WHERE direction = 'inbound' AND sort_key >= ${since} AND sort_key < ${until}
      AND flags & ${notCounted} = 0 AND list_id IS NULL AND unsubscribe = '"None"' AND from_email <> ''
      AND account IN (SELECT value FROM json_each(${jsonList(accounts)}))
      AND lower(from_email) NOT IN (SELECT value FROM json_each(${jsonList([...own])}))
    GROUP BY from_email COLLATE NOCASE ORDER BY count DESC, email LIMIT ${topRows}`);
}

type ListedMail = { list_id: string | null; message_count: number; opened_count: number };

/** The received messages of a period by mailing list, the most first; without a list those of all other senders. */
export function messagesByList(db: ReadDb, { accounts, period: { since, until } }: Selection): ListedMail[] {
  return db.all<ListedMail>(sql`
    SELECT list_id, count(*) AS message_count, count(*) FILTER (WHERE flags & ${flagBits.READ}) AS opened_count
    FROM messages
    WHERE direction = 'inbound' AND sort_key >= ${since} AND sort_key < ${until}
      AND flags & ${notCounted} = 0 AND account IN (SELECT value FROM json_each(${jsonList(accounts)}))
    GROUP BY list_id ORDER BY message_count DESC, list_id`);
}

/** The conversation with the most messages of a period. */
export function longestThread(db: ReadDb, { accounts, period: { since, until } }: Selection) {
  return db.get<{ thread_id: string; subject: string; message_count: number }>(sql`
    SELECT t.thread_id, (SELECT subject FROM messages first WHERE first.thread = t.id ORDER BY sort_key LIMIT 1) AS subject,
      l.n AS message_count
    FROM (
      SELECT thread, count(*) AS n FROM messages
      WHERE sort_key >= ${since} AND sort_key < ${until} AND flags & ${notCounted} = 0
        AND account IN (SELECT value FROM json_each(${jsonList(accounts)}))
      GROUP BY thread ORDER BY n DESC, thread LIMIT 1
    ) l JOIN threads t ON t.id = l.thread`);
}

/** Addresses that are not the user's and from which mail counts as sent. */
export function foreignSenders(db: ReadDb, account: number, own: readonly string[]): string[] {
  return db
    .all<{ email: string }>(
      sql`
      SELECT DISTINCT lower(from_email) AS email FROM messages
      WHERE account = ${account} AND direction = 'outbound'
        AND lower(from_email) NOT IN (SELECT value FROM json_each(${jsonList(own)}))`,
    )
    .map(({ email }) => email);
}
