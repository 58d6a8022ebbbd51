import { flagBits } from '../../mail/messages/flags.ts';
import { displayInstant, type Message } from '../../mail/messages/messages.ts';
import { jsonList, sql, type ReadDb } from '../../store/db.ts';

/** Unix seconds, the end exclusive. */
export type Period = { since: number; until: number };

export const always: Period = { since: 0, until: Number.MAX_SAFE_INTEGER };

type Bucket = { key: string; bytes: number; count: number };

type BucketRequest = { groupBy: 'sender' | 'mimetype' | 'label'; limit: number; period?: Period };

/** What takes space, the most first. The sizes of attachments are decoded sizes; others are sizes on the server. */
export function storageBuckets(
  db: ReadDb,
  accounts: readonly number[],
  { groupBy, limit, period = always }: BucketRequest,
): Bucket[] {
  const among = jsonList(accounts);
  switch (groupBy) {
    case 'sender':
      return db.all<Bucket>(sql`
        SELECT lower(from_email) AS key, sum(size) AS bytes, count(*) AS count FROM messages
        WHERE account IN (SELECT value FROM json_each(${among})) AND sort_key >= ${period.since} AND sort_key < ${period.until}
        GROUP BY from_email COLLATE NOCASE ORDER BY bytes DESC, key LIMIT ${limit}`);
    case 'mimetype':
      return db.all<Bucket>(sql`
        SELECT lower(a.mime_type) AS key, sum(a.size) AS bytes, count(*) AS count
        FROM attachments a JOIN messages m ON m.id = a.message
        WHERE m.account IN (SELECT value FROM json_each(${among})) AND m.sort_key >= ${period.since}
          AND m.sort_key < ${period.until}
        GROUP BY lower(a.mime_type) ORDER BY bytes DESC, key LIMIT ${limit}`);
    case 'label':
      return db.all<Bucket>(sql`
        SELECT l.name AS key, sum(m.size) AS bytes, count(*) AS count
        FROM labels l JOIN label_messages lm ON lm.label = l.id JOIN messages m ON m.id = lm.message
        WHERE l.account IN (SELECT value FROM json_each(${among})) AND l.synthetic = 0 AND m.sort_key >= ${period.since}
          AND m.sort_key < ${period.until}
        GROUP BY l.name ORDER BY bytes DESC, key LIMIT ${limit}`);
  }
}

type LargeMessage = {
  message_id: string;
  date: string;
  from_email: string;
  subject: string;
  size_bytes: number;
};

/** The largest messages outside the trash. */
export function largestMessages(
  db: ReadDb,
  accounts: readonly number[],
  { period, limit }: { period: Period; limit: number },
): LargeMessage[] {
  const rows = db.all<Pick<Message, 'message_id' | 'date' | 'received_at' | 'from_email' | 'subject' | 'size'>>(sql`
    SELECT message_id, date, received_at, from_email, subject, size FROM messages WHERE sort_key IN (
      SELECT sort_key FROM messages
      WHERE sort_key >= ${period.since} AND sort_key < ${period.until} AND flags & ${flagBits.TRASH} = 0
        AND account IN (SELECT value FROM json_each(${jsonList(accounts)}))
      ORDER BY size DESC LIMIT ${limit})
    ORDER BY size DESC, sort_key`);
  return rows.map(({ size, ...row }) => ({
    message_id: row.message_id,
    date: displayInstant(row),
    from_email: row.from_email,
    subject: row.subject,
    size_bytes: size,
  }));
}

/** The bytes of all messages of a period, as they are on the server. */
export function totalBytes(db: ReadDb, accounts: readonly number[], { since, until }: Period): number {
  return (
    db.get<{ bytes: number | null }>(sql`
      SELECT sum(size) AS bytes FROM messages
      WHERE sort_key >= ${since} AND sort_key < ${until} AND account IN (SELECT value FROM json_each(${jsonList(accounts)}))`)
      ?.bytes ?? 0
  );
}
