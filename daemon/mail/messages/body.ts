import type { MessageBody } from '../../contract/body.ts';
import type { MissingRange } from '../../providers/provider.ts';
import type { ReadDb } from '../../store/db.ts';
import { attachmentRecords } from '../attachments/attachments.ts';
import { positionInMessage } from '../sources/missing-ranges.ts';
import { isRichHtml } from '../html/rich-html.ts';
import { safeHtml } from '../html/safe-html.ts';
import { areImagesAllowed } from '../images/allowances.ts';
import { remoteImageRecords } from '../images/images.ts';
import { partFinder } from '../images/inline-parts.ts';
import { recipientsOf, type Message } from './messages.ts';
import type { Report } from '../mime/parsed-message.ts';
import { detectImageType } from '../mime/content/image-type.ts';
import { decodePart, readBody, type InlinePart } from '../mime/read-body.ts';
import { missingRangesOf, readSource } from '../sources/source.ts';
import { splitIntoBlocks } from '../text/quotes.ts';
import { textFromHtml } from './texts.ts';

/**
 * Images are not inlined into the HTML if they exceed this many bytes in total: a larger document is too large for a
 * frame.
 */
const maxInlinedBytes = 20_000_000;

/**
 * The body of a stored message: sanitized HTML with its own images inlined. Undefined if only the headers are stored.
 * Throws Failure `source_damaged`.
 */
export function bodyOf(db: ReadDb, blobs: string, message: Message): MessageBody | undefined {
  const source = readSource(db, blobs, message.id);
  if (!source) return undefined;
  const { html, text: sourceText, inline } = readBody(source);
  const stored = textFromHtml(db, message.id) ?? { text: sourceText, origin: 'exact' as const };
  const inlinedParts = new Set<InlinePart>();
  const sanitized = html?.trim() ? safeHtml(html, inlineImageResolver(source, inline, inlinedParts)) : undefined;
  const text = stored.text.trim() ? stored.text : null;
  const exactText = text !== null && stored.origin === 'exact';
  return {
    message_id: message.message_id,
    text_plain: text,
    text_blocks: text === null ? [] : splitIntoBlocks(text, { name: message.from_name, email: message.from_email }),
    text_html: sanitized?.html ?? null,
    preferred: sanitized && (!exactText || isRichHtml(sanitized.html)) ? 'html' : 'text',
    remote_images: sanitized?.remote_images ?? 0,
    tracking_images: sanitized?.tracking_images ?? 0,
    remote_image_urls: sanitized ? remoteImageRecords(sanitized) : [],
    images_allowed: areImagesAllowed(db, message),
    attachments: attachmentRecords(db, message, partStarts(inlinedParts, missingRangesOf(db, message.id))),
    fetched_at: message.stored_at,
    metadata: {
      text_plain_source: text === null ? null : stored.origin,
      text_html_source: sanitized ? 'exact' : null,
      list_id: message.list_id,
      unsubscribe: JSON.parse(message.unsubscribe) as MessageBody['metadata']['unsubscribe'],
      reply_to: recipientsOf(message).reply_to,
      notes: JSON.parse(message.notes) as string[],
      report: message.report === null ? null : (JSON.parse(message.report) as Report),
    },
  };
}

/** The offsets of these parts in the complete message. */
function partStarts(parts: ReadonlySet<InlinePart>, missingRanges: readonly MissingRange[]): Set<number> {
  return new Set([...parts].map(({ start }) => positionInMessage(missingRanges, start)));
}

/** Resolves the names of inline images in the HTML to data: URLs, and records which images were used. */
function inlineImageResolver(
  source: Uint8Array,
  parts: readonly InlinePart[],
  inlinedParts: Set<InlinePart>,
): (reference: string) => string | undefined {
  const partOf = partFinder(parts);
  let remainingBytes = maxInlinedBytes;
  return (reference) => {
    const part = partOf(reference);
    if (!part) return undefined;
    const content = decodePart(source, part);
    // The content is empty if the part is left on the server.
    if (content.length === 0 || content.length > remainingBytes) return undefined;
    remainingBytes -= content.length;
    inlinedParts.add(part);
    return `data:${detectImageType(content) ?? part.mime_type};base64,${Buffer.from(content).toString('base64')}`;
  };
}
