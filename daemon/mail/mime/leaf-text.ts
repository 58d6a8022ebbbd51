import { cleanText } from '../text/clean.ts';
import { nameFrom } from './attachments.ts';
import { bufferOf } from './bytes.ts';
import { decodeCharset } from './charset.ts';
import { unflow } from './flowed.ts';
import type { AttachmentFacts, TransferEncoding } from './message.ts';
import { isIdentity, type Part, type Stretch } from './part.ts';
import { decodeTransfer } from './transfer.ts';
import { findUuencoded } from './uuencode.ts';
import { findYenc } from './yenc.ts';

/** Decoded bytes of one text part that are read. */
const maximumDecoded = 10_000_000;
/** Bytes that surely hold as much as that: quoted-printable may write three for one. */
const maximumEncoded = 3.2 * maximumDecoded;

/** The text of a text part, its line ends made LF. What was cut or guessed is added to `notes`. */
export function leafText(bytes: Uint8Array, part: Part, notes: Set<string>): string {
  return part.type === 'text/html' ? htmlText(bytes, part, notes) : plainText(bytes, part, part, notes);
}

/** The text of a text part without the files written into it (uuencode, yEnc), at most `room`, and those files. */
export function plainAndFiles(bytes: Uint8Array, part: Part, { room, notes }: { room: number; notes: Set<string> }) {
  const found = filesWithin(bytes, part);
  const files = found.slice(0, Math.max(room, 0));
  if (files.length < found.length) notes.add('Only the first 1,000 files in the text of this message are listed.');
  if (files.length === 0) return { text: plainText(bytes, part, part, notes), files };
  const texts: string[] = [];
  let from = part.start;
  for (const { start, end } of files) {
    texts.push(plainText(bytes, part, { start: from, end: start }, notes));
    from = end;
  }
  texts.push(plainText(bytes, part, { start: from, end: part.end }, notes));
  return { text: texts.join(''), files };
}

function plainText(bytes: Uint8Array, part: Part, stretch: Stretch, notes: Set<string>): string {
  const { parameters } = part;
  const text = characters(
    decoded(bytes, { ...stretch, encoding: part.encoding }, notes),
    parameters.get('charset'),
    notes,
  );
  const isFlowed = parameters.get('format')?.toLowerCase() === 'flowed';
  return isFlowed ? unflow(text, parameters.get('delsp')?.toLowerCase() === 'yes') : text;
}

function htmlText(bytes: Uint8Array, part: Part, notes: Set<string>): string {
  const content = decoded(bytes, part, notes);
  return characters(content, part.parameters.get('charset') ?? charsetInHtml(content), notes);
}

function decoded(
  bytes: Uint8Array,
  { start, end, encoding }: Stretch & { encoding: TransferEncoding },
  notes: Set<string>,
): Uint8Array {
  const read = Math.min(end, start + maximumEncoded);
  const content = decodeTransfer(bytes.subarray(start, read), encoding);
  if (read === end && content.length <= maximumDecoded) return content;
  notes.add('Only the first ten million bytes of a text were read; the source is whole.');
  return content.subarray(0, maximumDecoded);
}

function characters(content: Uint8Array, label: string | undefined, notes: Set<string>): string {
  const { text, guessed } = decodeCharset(content, label);
  if (guessed) notes.add("The text's character set was guessed.");
  return cleanText(text.includes('\r') ? text.replaceAll('\r\n', '\n').replaceAll('\r', '\n') : text);
}

/** What HTML says of its own character set, near its beginning as the HTML standard has it. */
function charsetInHtml(content: Uint8Array): string | undefined {
  const beginning = bufferOf(content).toString('latin1', 0, 2_048);
  return /<meta\b[^>]{0,200}?\bcharset\s*=\s*["']?([\w:.-]{2,40})/i.exec(beginning)?.[1];
}

/** The files in a text of which every byte is its own: encoded text has no stretch of the message to itself. */
function filesWithin(bytes: Uint8Array, { start, end, encoding, type, number }: Part): AttachmentFacts[] {
  if (type !== 'text/plain' || !isIdentity(encoding)) return [];
  const found = [
    ...findUuencoded(bytes, start, end).map((file) => ({ ...file, encoding: 'uuencode' as const })),
    ...findYenc(bytes, start, end).map((file) => ({ ...file, encoding: 'yenc' as const })),
  ].toSorted((one, other) => one.start - other.start);
  return found
    .filter((file, place) => file.start >= (found[place - 1]?.end ?? start))
    .map((file) => ({
      filename: nameFrom(file.name) ?? 'unnamed.bin',
      mime_type: 'application/octet-stream',
      size: file.size,
      disposition: 'attachment',
      content_id: null,
      part: number,
      start: file.start,
      end: file.end,
      encoding: file.encoding,
    }));
}
