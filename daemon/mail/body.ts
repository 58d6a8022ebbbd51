import type { AttachmentMeta, MessageBody } from '../contract/body.ts';
import { sql, type ReadDb } from '../store/db.ts';
import { isRichHtml, safeHtml } from './html.ts';
import { recipientsOf, type Message } from './messages.ts';
import { readEmail } from './mime/parse.ts';
import { cleanText, type TextOrigin } from './mime/text.ts';
import { readSource } from './source.ts';

/**
 * The body of a stored message, its HTML made safe; undefined where only the headers are here.
 * Throws Failure `source_damaged`.
 */
export async function bodyOf(db: ReadDb, blobs: string, message: Message): Promise<MessageBody | undefined> {
  const source = readSource(db, blobs, message.id);
  if (!source) return undefined;
  const stored = db.get<{ text: string; origin: TextOrigin }>(
    sql`SELECT text, origin FROM message_texts WHERE message = ${message.id}`,
  );
  const { html } = await readEmail(source);
  const safe = html?.trim() ? safeHtml(cleanText(html)) : undefined;
  const text = stored?.text.trim() ? stored.text : null;
  const exactText = text !== null && stored?.origin === 'exact';
  return {
    message_id: message.message_id,
    text_plain: text,
    text_html: safe?.html ?? null,
    preferred: safe && (!exactText || isRichHtml(safe.html)) ? 'html' : 'text',
    remote_images: safe?.remote_images ?? 0,
    tracking_images: safe?.tracking_images ?? 0,
    attachments: attachmentsOf(db, message),
    fetched_at: message.stored_at,
    metadata: {
      text_plain_source: text === null ? null : (stored?.origin ?? null),
      text_html_source: safe ? 'exact' : null,
      list_id: message.list_id,
      reply_to: recipientsOf(message).reply_to,
    },
  };
}

type AttachmentRow = Pick<AttachmentMeta, 'filename' | 'mime_type' | 'disposition' | 'content_id'> & {
  ordinal: number;
  attachment_id: string;
  size: number;
};

function attachmentsOf(db: ReadDb, { id, message_id }: Pick<Message, 'id' | 'message_id'>): AttachmentMeta[] {
  return db
    .all<AttachmentRow>(sql`SELECT * FROM attachments WHERE message = ${id} ORDER BY ordinal`)
    .map(({ ordinal, attachment_id, size, filename, mime_type, disposition, content_id }) => ({
      id: attachment_id,
      message_id,
      provider_id: String(ordinal),
      filename,
      mime_type,
      size_bytes: size,
      disposition,
      content_id,
      content_location: null,
      local_path: null,
    }));
}
