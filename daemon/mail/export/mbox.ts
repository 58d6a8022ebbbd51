import { Failure } from '../../base/failure.ts';
import type { MissingRange } from '../../providers/provider.ts';
import { mboxStatusLines } from './mbox-status.ts';
import { readCachedRange } from './cached-range.ts';
import { positionInStoredBytes } from '../sources/missing-ranges.ts';
import { missingRangesOf, readSource } from '../sources/source.ts';
import { formatAddress, formatFile } from './format-fields.ts';
import type { ExportedMessage, ExportedFile, ExportDeps } from './exported-message.ts';

/** The bytes of a message as received, and a description of its missing parts. */
type ExportedSource = { bytes: Buffer; missing: string | undefined };

/**
 * The source of a message; if it is unavailable, a header from the stored fields. A damaged file does not cause an
 * error.
 */
export function exportedSource({ db, blobs, cache }: ExportDeps, exported: ExportedMessage): ExportedSource {
  const { id, message_id } = exported.message;
  try {
    const bytes = readSource(db, blobs, id);
    if (!bytes) return { bytes: knownHeader(exported), missing: 'all but the header; it wasn’t downloaded' };
    const { whole, unfetched } = fillMissingRanges(bytes, missingRangesOf(db, id), ({ start, length }) =>
      readCachedRange(db, cache, { message_id, start, length }),
    );
    const descriptions = unfetched
      .map(({ start }) => exported.files.find((file) => file.start === start))
      .map(describeMissingPart);
    return { bytes: whole, missing: descriptions.length > 0 ? descriptions.join(', ') : undefined };
  } catch (failed) {
    if (!(failed instanceof Failure)) throw failed;
    return { bytes: knownHeader(exported), missing: 'all but the header; it is damaged on this disk' };
  }
}

function describeMissingPart(file: ExportedFile | undefined): string {
  return file ? formatFile(file) : 'a part that was left on the server';
}

/** Inserts the fetched missing ranges into the message; `unfetched` are the ranges that are still missing. */
function fillMissingRanges(
  bytes: Buffer,
  missingRanges: readonly MissingRange[],
  readFetched: (range: MissingRange) => Buffer | undefined,
): { whole: Buffer; unfetched: MissingRange[] } {
  if (missingRanges.length === 0) return { whole: bytes, unfetched: [] };
  const pieces: Buffer[] = [];
  const unfetched: MissingRange[] = [];
  let copiedTo = 0;
  for (const range of missingRanges) {
    const position = positionInStoredBytes(missingRanges, range.start);
    const content = readFetched(range);
    pieces.push(bytes.subarray(copiedTo, position), ...(content ? [content] : []));
    if (!content) unfetched.push(range);
    copiedTo = position;
  }
  return { whole: Buffer.concat([...pieces, bytes.subarray(copiedTo)]), unfetched };
}

function knownHeader({ message, recipients: { to, cc } }: ExportedMessage): Buffer {
  const { from_name, from_email, subject, header_id, date, received_at } = message;
  const lines = [
    `From: ${formatAddress({ name: from_name, email: from_email })}`,
    ...(to.length > 0 ? [`To: ${to.map(formatAddress).join(', ')}`] : []),
    ...(cc.length > 0 ? [`Cc: ${cc.map(formatAddress).join(', ')}`] : []),
    `Subject: ${subject}`,
    `Date: ${new Date(date ?? received_at).toUTCString().replace('GMT', '+0000')}`,
    ...(header_id === null ? [] : [`Message-ID: <${header_id}>`]),
  ];
  return Buffer.from(`${lines.map((line) => line.replaceAll(/[\r\n]+/g, ' ')).join('\r\n')}\r\n\r\n`);
}

/**
 * Renders a message of an mbox file (RFC 4155, quoted as mboxrd): its bytes as received, after lines with its status
 * and its missing parts.
 */
export function mboxOf({ message, keywords }: ExportedMessage, { bytes, missing }: ExportedSource): Buffer {
  const lineBreak = lineBreakOf(bytes);
  const statusLines = mboxStatusLines({
    size: bytes.length,
    flags: message.flags,
    keywords,
    missing: missing && oneLine(missing),
  });
  const head = [fromLine(message), ...statusLines].map((each) => each + lineBreak).join('');
  const end = bytes.at(-1) === newline ? lineBreak : lineBreak + lineBreak;
  return Buffer.concat([Buffer.from(head), quoteFromLines(bytes), Buffer.from(end)]);
}

const newline = 0x0a;
const quote = 0x3e;

function lineBreakOf(bytes: Buffer): '\r\n' | '\n' {
  const at = bytes.indexOf(newline);
  return at > 0 && bytes[at - 1] === 0x0d ? '\r\n' : '\n';
}

function oneLine(text: string): string {
  return text.replaceAll(/\s+/g, ' ').slice(0, 900).toWellFormed();
}

function fromLine({ from_email, received_at }: ExportedMessage['message']): string {
  const sender = /^[\x21-\x7e]{1,200}$/.test(from_email) ? from_email : 'MAILER-DAEMON';
  const [, weekday, day, month, year, time] = /^(\w+), (\d+) (\w+) (\d+) ([\d:]+)/.exec(
    new Date(received_at).toUTCString(),
  )!;
  return `From ${sender} ${weekday} ${month} ${String(Number(day)).padStart(2)} ${time} ${year}`;
}

/** Adds a `>` to every line that consists of `>` characters followed by "From ". */
function quoteFromLines(bytes: Buffer): Buffer {
  const pieces: Buffer[] = [];
  let copiedTo = 0;
  for (let hit = bytes.indexOf('From '); hit >= 0; hit = bytes.indexOf('From ', hit + 5)) {
    let lineStart = hit;
    while (lineStart > 0 && bytes[lineStart - 1] === quote) lineStart--;
    if (lineStart > 0 && bytes[lineStart - 1] !== newline) continue;
    pieces.push(bytes.subarray(copiedTo, lineStart), Buffer.of(quote));
    copiedTo = lineStart;
  }
  return pieces.length === 0 ? bytes : Buffer.concat([...pieces, bytes.subarray(copiedTo)]);
}
