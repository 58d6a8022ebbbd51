import type { MessageBody } from '../contract/body.ts';
import type { Gap } from '../providers/provider.ts';
import type { ReadDb } from '../store/db.ts';
import { attachmentRecords } from './attachments.ts';
import { wholePosition } from './gaps.ts';
import { isRichHtml } from './html/rich.ts';
import { safeHtml } from './html/safe-html.ts';
import { isAllowed } from './image-allowances.ts';
import { outsideImages } from './images.ts';
import { partFinder } from './inline-parts.ts';
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
  const shown = new Set<InlinePart>();
  const safe = html?.trim() ? safeHtml(html, inliner(source, inline, shown)) : undefined;
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
    remote_image_urls: safe ? outsideImages(safe) : [],
    images_allowed: isAllowed(db, message),
    attachments: attachmentRecords(db, message, placesOf(shown, gapsOf(db, message.id))),
    fetched_at: message.stored_at,
    metadata: {
      text_plain_source: text === null ? null : stored.origin,
      text_html_source: safe ? 'exact' : null,
      list_id: message.list_id,
      unsubscribe: JSON.parse(message.unsubscribe) as MessageBody['metadata']['unsubscribe'],
      reply_to: recipientsOf(message).reply_to,
      notes: JSON.parse(message.notes) as string[],
      report: message.report === null ? null : (JSON.parse(message.report) as Report),
    },
  };
}

/** Where these parts begin in the whole message. */
function placesOf(parts: ReadonlySet<InlinePart>, gaps: readonly Gap[]): Set<number> {
  return new Set([...parts].map(({ start }) => wholePosition(gaps, start)));
}

/** Gives the pictures that came with a message as data: addresses, by the name its HTML calls them; notes which it gave. */
function inliner(
  source: Uint8Array,
  parts: readonly InlinePart[],
  shown: Set<InlinePart>,
): (reference: string) => string | undefined {
  const partOf = partFinder(parts);
  let left = mostInlined;
  return (reference) => {
    const part = partOf(reference);
    if (!part) return undefined;
    const content = partContent(source, part);
    // One that is left on the server is empty here.
    if (content.length === 0 || content.length > left) return undefined;
    left -= content.length;
    shown.add(part);
    return `data:${pictureType(content) ?? part.mime_type};base64,${Buffer.from(content).toString('base64')}`;
  };
}
