import { cleanText } from '../../text/clean-text.ts';
import { fileNameFrom } from './attachments.ts';
import { bufferOf } from '../bytes.ts';
import { decodeCharset } from '../charset/charset.ts';
import { unflow } from './flowed.ts';
import type { ParsedAttachment, TransferEncoding } from '../parsed-message.ts';
import { isIdentityEncoding, type Part, type ByteRange } from '../structure/part.ts';
import { textAfterBase64 } from '../transfer/base64.ts';
import { decodeTransfer } from '../transfer/transfer-encoding.ts';
import { findUuencoded } from '../transfer/uuencode.ts';
import { findYenc } from '../transfer/yenc.ts';

/** Maximum number of decoded bytes read from one text part. */
const maxDecodedBytes = 10_000_000;
/** Number of encoded bytes that surely hold that much: quoted-printable may use three bytes for one. */
const maxEncodedBytes = 3.2 * maxDecodedBytes;

/** The text of a text part, with LF line ends. What was truncated or guessed is added to `notes`. */
export function partText(bytes: Uint8Array, part: Part, notes: Set<string>): string {
  return part.type === 'text/html' ? htmlPartText(bytes, part, notes) : plainPartText(bytes, part, part, notes);
}

/** The text of a text part without its embedded files (uuencode, yEnc), at most `room`, and those files. */
export function textAndEmbeddedFiles(
  bytes: Uint8Array,
  part: Part,
  { maxFiles, notes }: { maxFiles: number; notes: Set<string> },
) {
  const found = embeddedFilesIn(bytes, part);
  const files = found.slice(0, Math.max(maxFiles, 0));
  if (files.length < found.length) notes.add('Only the first 1,000 files in the text of this message are listed.');
  if (files.length === 0) return { text: plainPartText(bytes, part, part, notes), files };
  const texts: string[] = [];
  let from = part.start;
  for (const { start, end } of files) {
    texts.push(plainPartText(bytes, part, { start: from, end: start }, notes));
    from = end;
  }
  texts.push(plainPartText(bytes, part, { start: from, end: part.end }, notes));
  return { text: texts.join(''), files };
}

function plainPartText(bytes: Uint8Array, part: Part, range: ByteRange, notes: Set<string>): string {
  const { parameters } = part;
  const text = decodeText(
    decodeRange(bytes, { ...range, encoding: part.encoding }, notes),
    parameters.get('charset'),
    notes,
  );
  const isFlowed = parameters.get('format')?.toLowerCase() === 'flowed';
  const unflowed = isFlowed ? unflow(text, parameters.get('delsp')?.toLowerCase() === 'yes') : text;
  const added = textAfterData(bytes, range, part.encoding);
  if (added.length === 0) return unflowed;
  return `${unflowed.trimEnd()}\n\n${decodeText(added, undefined, notes).trim()}\n`;
}

/** Text that a mailing list or a gateway appended to a body without encoding it. */
function textAfterData(bytes: Uint8Array, { start, end }: ByteRange, encoding: TransferEncoding): Uint8Array {
  if (encoding !== 'base64') return noBytes;
  return textAfterBase64(bytes, start, Math.min(end, start + maxEncodedBytes));
}

const noBytes = new Uint8Array(0);

function htmlPartText(bytes: Uint8Array, part: Part, notes: Set<string>): string {
  const content = decodeRange(bytes, part, notes);
  if (textAfterData(bytes, part, part.encoding).length > 0)
    notes.add('Text that was appended to the encoded body isn’t shown; the source is whole.');
  return decodeText(content, part.parameters.get('charset') ?? charsetInHtml(content), notes);
}

function decodeRange(
  bytes: Uint8Array,
  { start, end, encoding }: ByteRange & { encoding: TransferEncoding },
  notes: Set<string>,
): Uint8Array {
  const read = Math.min(end, start + maxEncodedBytes);
  const content = decodeTransfer(bytes.subarray(start, read), encoding);
  if (read === end && content.length <= maxDecodedBytes) return content;
  notes.add('Only the first ten million bytes of a text were read; the source is whole.');
  return content.subarray(0, maxDecodedBytes);
}

function decodeText(content: Uint8Array, label: string | undefined, notes: Set<string>): string {
  const { text, isGuessed } = decodeCharset(content, label);
  if (isGuessed) notes.add("The text's character set was guessed.");
  return cleanText(text.includes('\r') ? text.replaceAll('\r\n', '\n').replaceAll('\r', '\n') : text);
}

/** The character set that HTML declares near its beginning, as in the HTML standard. */
function charsetInHtml(content: Uint8Array): string | undefined {
  const beginning = bufferOf(content).toString('latin1', 0, 2_048);
  return /<meta\b[^>]{0,200}?\bcharset\s*=\s*["']?([\w:.-]{2,40})/i.exec(beginning)?.[1];
}

/** The files embedded in a text that is not encoded: in encoded text a file has no byte range in the message. */
function embeddedFilesIn(bytes: Uint8Array, { start, end, encoding, type, number }: Part): ParsedAttachment[] {
  if (type !== 'text/plain' || !isIdentityEncoding(encoding)) return [];
  const found = [
    ...findUuencoded(bytes, start, end).map((file) => ({ ...file, encoding: 'uuencode' as const })),
    ...findYenc(bytes, start, end).map((file) => ({ ...file, encoding: 'yenc' as const })),
  ].toSorted((one, other) => one.start - other.start);
  return found
    .filter((file, index) => file.start >= (found[index - 1]?.end ?? start))
    .map((file) => ({
      filename: fileNameFrom(file.name) ?? 'unnamed.bin',
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
