import type { AttachmentMeta, MessageBody } from '../contract/body.ts';
import { sql, type ReadDb } from '../store/db.ts';
import { isRichHtml } from './html/rich.ts';
import { safeHtml } from './html/safe-html.ts';
import { recipientsOf, type Message } from './messages.ts';
import type { Report } from './mime/message.ts';
import { pictureType } from './mime/picture-type.ts';
import { partContent, readBody, type InlinePart } from './mime/read.ts';
import { gapsOf, readSource } from './source.ts';
import { markQuotes } from './text/quotes.ts';
import { drawnText } from './texts.ts';

/** Pictures of more bytes than this in all are not put into the HTML: they would be larger than what a frame can take. */
const mostInlined = 20_000_000;

/**
 * The body of a stored message, its HTML made safe and its own pictures put into it; undefined where only the headers
 * are here. Throws Failure `source_damaged`.
 */
export function bodyOf(db: ReadDb, blobs: string, message: Message): MessageBody | undefined {
  const source = readSource(db, blobs, message.id);
  if (!source) return undefined;
  const { html, text: written, inline } = readBody(source);
  const stored = drawnText(db, message.id) ?? { text: written, origin: 'exact' as const };
  const safe = html?.trim() ? safeHtml(html, inliner(source, inline)) : undefined;
  const text = stored.text.trim() ? stored.text : null;
  const exactText = text !== null && stored.origin === 'exact';
  return {
    message_id: message.message_id,
    text_plain: text,
    text_blocks: text === null ? [] : markQuotes(text),
    text_html: safe?.html ?? null,
    preferred: safe && (!exactText || isRichHtml(safe.html)) ? 'html' : 'text',
    remote_images: safe?.remote_images ?? 0,
    tracking_images: safe?.tracking_images ?? 0,
    remote_image_urls: safe?.images.map(({ url, tracker }) => ({ url, tracker })) ?? [],
    attachments: attachmentsOf(db, message),
    fetched_at: message.stored_at,
    metadata: {
      text_plain_source: text === null ? null : stored.origin,
      text_html_source: safe ? 'exact' : null,
      list_id: message.list_id,
      reply_to: recipientsOf(message).reply_to,
      notes: JSON.parse(message.notes) as string[],
      report: message.report === null ? null : (JSON.parse(message.report) as Report),
    },
  };
}

/** Gives the pictures that came with a message as data: addresses, by the name its HTML calls them. */
function inliner(source: Uint8Array, parts: readonly InlinePart[]): (reference: string) => string | undefined {
  const byName = new Map<string, InlinePart>();
  for (const part of parts) {
    if (part.content_id !== null) byName.set(`cid:${part.content_id.toLowerCase()}`, part);
    if (part.content_location !== null) byName.set(part.content_location, part);
  }
  let left = mostInlined;
  return (reference) => {
    const part = byName.get(nameIn(reference)) ?? byName.get(reference);
    if (!part) return undefined;
    const content = partContent(source, part);
    // One that is left on the server is empty here.
    if (content.length === 0 || content.length > left) return undefined;
    left -= content.length;
    return `data:${pictureType(content) ?? part.mime_type};base64,${Buffer.from(content).toString('base64')}`;
  };
}

/** `cid:` addresses are percent-encoded (RFC 2392). */
function nameIn(reference: string): string {
  try {
    return decodeURIComponent(reference).toLowerCase();
  } catch {
    // A stray percent sign: the name is taken as it stands.
    return reference.toLowerCase();
  }
}

type AttachmentRow = Pick<AttachmentMeta, 'filename' | 'mime_type' | 'disposition' | 'content_id'> & {
  ordinal: number;
  attachment_id: string;
  size: number;
  start: number;
};

function attachmentsOf(db: ReadDb, { id, message_id }: Pick<Message, 'id' | 'message_id'>): AttachmentMeta[] {
  const left = gapsOf(db, id);
  return db
    .all<AttachmentRow>(sql`SELECT * FROM attachments WHERE message = ${id} ORDER BY ordinal`)
    .map(({ ordinal, attachment_id, size, start, filename, mime_type, disposition, content_id }) => ({
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
      on_server: left.some((gap) => gap.start === start),
    }));
}
