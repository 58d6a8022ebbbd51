import type { AttachmentMeta } from '../../daemon/contract/body.ts';

/** How a file can be shown on the page. */
export type Preview = 'image' | 'text' | 'pdf';

const images = ['png', 'jpeg', 'jpg', 'gif', 'webp', 'avif', 'bmp', 'svg+xml'].map((type) => `image/${type}`);
const texts = ['application/json', 'application/x-yaml', 'application/toml', 'message/delivery-status'];

/** More than this is not read into the page to be looked at. */
const mostShown = 50_000_000;
/** Of a longer text the beginning is shown. */
export const shownText = 500_000;

/**
 * How a file is shown, judged by its type and, where that says nothing, by its name; undefined where it can only be saved.
 * `hasPdf` is whether the browser shows PDF files in a frame. Web pages are not shown: they are programs.
 */
export function previewOf(
  { mime_type, filename, size_bytes }: Pick<AttachmentMeta, 'mime_type' | 'filename' | 'size_bytes'>,
  hasPdf: boolean,
): Preview | undefined {
  if (size_bytes > mostShown) return undefined;
  const ending = /\.([a-z0-9]{1,8})$/i.exec(filename)?.[1]?.toLowerCase();
  const type = mime_type === 'application/octet-stream' ? (typeOfEnding[ending ?? ''] ?? mime_type) : mime_type;
  if (type === 'application/pdf') return hasPdf ? 'pdf' : undefined;
  if (images.includes(type)) return 'image';
  if (type === 'text/html' || !(type.startsWith('text/') || texts.includes(type))) return undefined;
  return 'text';
}

/** What a browser is told that it shows: nothing that a file says of itself can make it a page. */
export function shownType(
  { mime_type, filename }: Pick<AttachmentMeta, 'mime_type' | 'filename'>,
  as: Preview,
): string {
  if (as === 'pdf') return 'application/pdf';
  if (as === 'text') return 'text/plain';
  const ending = /\.([a-z]{1,4})$/i.exec(filename)?.[1]?.toLowerCase();
  return images.includes(mime_type) ? mime_type : (typeOfEnding[ending ?? ''] ?? 'image/png');
}

/** Programs that do not know a file's type send it as bytes. */
const typeOfEnding: Record<string, string | undefined> = {
  pdf: 'application/pdf',
  png: 'image/png',
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  gif: 'image/gif',
  webp: 'image/webp',
  txt: 'text/plain',
  md: 'text/plain',
  csv: 'text/plain',
  log: 'text/plain',
  json: 'text/plain',
};
