import { readContents, type InlinePart } from './content/contents.ts';
import type { ParsedAttachment, TextOrigin, TransferEncoding } from './parsed-message.ts';
import { htmlOf, readableTextOf } from './content/readable-text.ts';
import type { ByteRange } from './structure/part.ts';
import { parseMimeStructure } from './structure/structure.ts';
import { decodeTransfer } from './transfer/transfer-encoding.ts';
import { decodeYenc } from './transfer/yenc.ts';

export type { InlinePart } from './content/contents.ts';

/** The displayed body of a message: its HTML if it has any, its text, and the parts that the HTML may name. */
type ReadBody = {
  html: string | undefined;
  text: string;
  origin: TextOrigin;
  inline: InlinePart[];
  attachments: ParsedAttachment[];
};

/** Reads the body of a message for display. The text is that of `parseMessage`. Never throws. */
export function readBody(bytes: Uint8Array): ReadBody {
  const notes = new Set<string>();
  const contents = readContents(bytes, parseMimeStructure(bytes).root, notes);
  const { text, origin } = readableTextOf(contents, notes);
  return { html: htmlOf(contents), text, origin, inline: contents.inlineParts, attachments: contents.attachments };
}

/** The decoded bytes of an attachment, from its byte range in the message as given by `AttachmentFacts`. */
export function decodePart(
  bytes: Uint8Array,
  { start, end, encoding }: ByteRange & { encoding: TransferEncoding },
): Uint8Array {
  return encoding === 'yenc' ? decodeYenc(bytes, start, end) : decodeTransfer(bytes.subarray(start, end), encoding);
}
