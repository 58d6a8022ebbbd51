import { contentsOf, type InlinePart } from './contents.ts';
import type { AttachmentFacts, TextOrigin, TransferEncoding } from './message.ts';
import { htmlOf, readableOf } from './readable.ts';
import type { Stretch } from './part.ts';
import { readStructure } from './structure.ts';
import { decodeTransfer } from './transfer.ts';
import { decodeYenc } from './yenc.ts';

export type { InlinePart } from './contents.ts';

/** What a message shows: its HTML where it has any, its text, and the parts its HTML may name. */
type ReadBody = {
  html: string | undefined;
  text: string;
  origin: TextOrigin;
  inline: InlinePart[];
  attachments: AttachmentFacts[];
};

/** Reads a message to be shown. The text is that of `parseMessage`. Never throws. */
export function readBody(bytes: Uint8Array): ReadBody {
  const notes = new Set<string>();
  const contents = contentsOf(bytes, readStructure(bytes).root, notes);
  const { text, origin } = readableOf(contents, notes);
  return { html: htmlOf(contents), text, origin, inline: contents.shown, attachments: contents.attachments };
}

/** The decoded bytes of an attachment, from the stretch of its message that `AttachmentFacts` names. */
export function partContent(
  bytes: Uint8Array,
  { start, end, encoding }: Stretch & { encoding: TransferEncoding },
): Uint8Array {
  return encoding === 'yenc' ? decodeYenc(bytes, start, end) : decodeTransfer(bytes.subarray(start, end), encoding);
}
