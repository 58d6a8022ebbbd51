import type { MessageBody } from '../../contract/body.ts';
import type { HtmlImageAsset } from '../../contract/image-asset.ts';
import type { ReadDb } from '../../store/db.ts';
import { safeHtml, type SafeHtml } from '../html/safe-html.ts';
import { partFinder } from './inline-parts.ts';
import { findMessage } from '../messages/messages.ts';
import { decodePart, readBody, type InlinePart } from '../mime/read-body.ts';
import { readSource } from '../sources/source.ts';
import { trackerName } from './trackers.ts';

/** An inline image of a message; `content` is absent if the image is not in the message or was left on its server. */
export type InlineImage = {
  source: string;
  kind: Exclude<HtmlImageAsset['kind'], 'remote'>;
  content?: Uint8Array<ArrayBuffer>;
};

/** A remote image. */
export type RemoteImageRecord = MessageBody['remote_image_urls'][number];

export type MessageImages = { inline: InlineImage[]; remote: RemoteImageRecord[] };

/** The maximum number of images listed for a message. */
const maxImages = 500;

/** A placeholder for an inline image while images are only counted. */
const placeholderUri = 'data:image/png;base64,';

/**
 * The images in the HTML of a stored message, without duplicates; undefined if only its headers are stored. Throws
 * Failure `source_damaged`.
 */
export function imagesOf(db: ReadDb, blobs: string, message_id: string): MessageImages | undefined {
  const message = findMessage(db, message_id);
  const source = message && readSource(db, blobs, message.id);
  if (!source) return undefined;
  const { html = '', inline } = readBody(source);
  const partOf = partFinder(inline);
  const references = new Set<string>();
  const sanitized = safeHtml(html, (reference) => {
    if (partOf(reference) || !/^(?:https?:|[\\/]{2})/i.test(reference)) references.add(reference);
    return partOf(reference) && placeholderUri;
  });
  // A part that is referenced by a hundred names must not fill the memory.
  const contents = new Map<InlinePart, Uint8Array<ArrayBuffer>>();
  const contentOf = (reference: string) => {
    const part = partOf(reference);
    if (!part) return undefined;
    const content = contents.get(part) ?? Uint8Array.from(decodePart(source, part));
    contents.set(part, content);
    return content;
  };
  const dataUris = [...sanitized.html.matchAll(/ src="(data:[^"]+)"/g)].map(([, data = '']) => data);
  const data = new Set(dataUris.filter((each) => each !== placeholderUri));
  return {
    inline: [
      ...[...references].slice(0, maxImages).map((reference) => inlineImage(reference, contentOf(reference))),
      ...[...data].map((source_) => inlineImage(source_, dataUriBytes(source_))),
    ].slice(0, maxImages),
    remote: remoteImageRecords(sanitized),
  };
}

/** The images blocked in a message's HTML, on the wire. */
export function remoteImageRecords({ html, images }: Pick<SafeHtml, 'html' | 'images'>): RemoteImageRecord[] {
  const placed = new Set(
    [...html.matchAll(/ data-remote-src="([^"]*)"/g)].map(([, url = '']) => unescapeAttribute(url)),
  );
  return images.map(({ url, tracker }) => ({
    url,
    tracker,
    placed: placed.has(url),
    tracker_name: tracker ? (trackerName(url) ?? null) : null,
  }));
}

function inlineImage(source: string, content: Uint8Array<ArrayBuffer> | undefined): InlineImage {
  const kind = kindOf(source);
  return content && content.length > 0 ? { source, kind, content } : { source, kind };
}

function kindOf(source: string): InlineImage['kind'] {
  if (/^cid:/i.test(source)) return 'cid';
  if (/^data:/i.test(source)) return 'data_uri';
  return /^file:/i.test(source) ? 'file' : 'content_location';
}

function dataUriBytes(dataUri: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(Buffer.from(dataUri.slice(dataUri.indexOf(',') + 1), 'base64'));
}

/** Reverses the escaping of `formatAttribute`. */
function unescapeAttribute(value: string): string {
  return value.replaceAll('&quot;', '"').replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&');
}
