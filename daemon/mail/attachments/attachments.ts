import type { AttachmentMeta } from '../../contract/body.ts';
import { sql, type ReadDb, type WriteDb } from '../../store/db.ts';
import type { Message } from '../messages/messages.ts';
import type { ParsedAttachment } from '../mime/parsed-message.ts';
import { missingRangesOf } from '../sources/source.ts';

/** A stored attachment: the metadata from its message, and its byte range in the message. */
export type StoredAttachment = ParsedAttachment & { ordinal: number; attachment_id: string };

type Owner = Pick<Message, 'id' | 'message_id'>;

/** The attachments of a message in order. */
export function storedAttachments(db: ReadDb, { id }: Pick<Message, 'id'>): StoredAttachment[] {
  return db.all<StoredAttachment>(sql`
    SELECT ordinal, attachment_id, filename, mime_type, size, disposition, content_id, part, start, "end", encoding
    FROM attachments WHERE message = ${id} ORDER BY ordinal`);
}

/** The same on the wire. `inlineStarts` are the start offsets of attachments that the HTML of the message displays. */
export function attachmentRecords(db: ReadDb, message: Owner, inlineStarts: ReadonlySet<number>): AttachmentMeta[] {
  const missingRanges = missingRangesOf(db, message.id);
  const isOnServer = ({ start }: StoredAttachment) =>
    missingRanges.some((range) => range.start === start) && !isCached(db, message.message_id, start);
  return storedAttachments(db, message).map((attachment) => ({
    id: attachment.attachment_id,
    message_id: message.message_id,
    provider_id: String(attachment.ordinal),
    filename: attachment.filename,
    mime_type: attachment.mime_type,
    size_bytes: attachment.size,
    disposition: attachment.disposition,
    content_id: attachment.content_id,
    content_location: null,
    local_path: null,
    on_server: isOnServer(attachment),
    shown: inlineStarts.has(attachment.start),
  }));
}

/** Stores the exact size of an attachment that was left on the server; until it is fetched, its size is an estimate. */
export function correctAttachmentSize(
  db: WriteDb,
  { id }: Pick<Message, 'id'>,
  { ordinal }: StoredAttachment,
  size: number,
): void {
  db.run(sql`UPDATE attachments SET size = ${size} WHERE message = ${id} AND ordinal = ${ordinal} AND size <> ${size}`);
}

/** The cache key of an attachment that was left on the server and fetched later. */
export function attachmentCacheKey(message_id: string, start: number): string {
  return `attachment ${message_id} ${start}`;
}

function isCached(db: ReadDb, message_id: string, start: number): boolean {
  return db.get(sql`SELECT 1 FROM cached_files WHERE key = ${attachmentCacheKey(message_id, start)}`) !== undefined;
}
