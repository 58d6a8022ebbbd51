import { jsonList, sql, type ReadDb } from '../../store/db.ts';

export type FoundAttachment = {
  message: number;
  ordinal: number;
  attachment_id: string;
  filename: string;
  mime_type: string;
  size: number;
};

/** The attachments of each of `messages`, in order; embedded images do not count. */
export function attachmentsOf(db: ReadDb, messages: readonly number[]): Map<number, FoundAttachment[]> {
  const rows = db.all<FoundAttachment>(sql`
    SELECT message, ordinal, attachment_id, filename, mime_type, size FROM attachments
    WHERE message IN (SELECT value FROM json_each(${jsonList(messages)})) AND disposition <> 'inline'
    ORDER BY message, ordinal`);
  return Map.groupBy(rows, ({ message }) => message);
}

type ListAndSize = { list: string; size: number };

/** The mailing list of each of `messages`, empty if there is none, and its size in bytes. */
export function listAndSizeOf(db: ReadDb, messages: readonly number[]): Map<number, ListAndSize> {
  const rows = db.all<ListAndSize & { id: number }>(sql`
    SELECT id, coalesce(list_id, '') AS list, size FROM messages
    WHERE id IN (SELECT value FROM json_each(${jsonList(messages)}))`);
  return new Map(rows.map(({ id, ...rest }) => [id, rest]));
}
