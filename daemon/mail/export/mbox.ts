import { Failure } from '../../base/failure.ts';
import type { Gap } from '../../providers/provider.ts';
import { marksLines } from '../mbox-marks.ts';
import { fetchedStretch } from './fetched-stretch.ts';
import { herePosition } from '../gaps.ts';
import { gapsOf, readSource } from '../source.ts';
import { addressWords, fileWords } from './words.ts';
import type { Exported, ExportedFile, ExportParts } from './facts.ts';

/** The bytes of a message as they were received, and in words what of it is not here. */
export type WholeSource = { bytes: Buffer; missing: string | undefined };

/** What stands in for what is not here is its header, as far as it is known. Throws nothing that a damaged file causes. */
export function sourceOf({ db, blobs, cache }: ExportParts, exported: Exported): WholeSource {
  const { id, message_id } = exported.message;
  try {
    const bytes = readSource(db, blobs, id);
    if (!bytes) return { bytes: knownHeader(exported), missing: 'all but the header; it was not downloaded' };
    const { whole, left } = filled(bytes, gapsOf(db, id), ({ start, length }) =>
      fetchedStretch(db, cache, { message_id, start, length }),
    );
    const words = left.map(({ start }) => exported.files.find((file) => file.start === start)).map(leftWords);
    return { bytes: whole, missing: words.length > 0 ? words.join(', ') : undefined };
  } catch (failed) {
    if (!(failed instanceof Failure)) throw failed;
    return { bytes: knownHeader(exported), missing: 'all but the header; it is damaged on this disk' };
  }
}

function leftWords(file: ExportedFile | undefined): string {
  return file ? fileWords(file) : 'a part that was left on the server';
}

/** The message with what was fetched of what was left out; `left` is what was not. */
function filled(
  bytes: Buffer,
  gaps: readonly Gap[],
  fetched: (gap: Gap) => Buffer | undefined,
): { whole: Buffer; left: Gap[] } {
  if (gaps.length === 0) return { whole: bytes, left: [] };
  const pieces: Buffer[] = [];
  const left: Gap[] = [];
  let here = 0;
  for (const gap of gaps) {
    const at = herePosition(gaps, gap.start);
    const content = fetched(gap);
    pieces.push(bytes.subarray(here, at), ...(content ? [content] : []));
    if (!content) left.push(gap);
    here = at;
  }
  return { whole: Buffer.concat([...pieces, bytes.subarray(here)]), left };
}

function knownHeader({ message, recipients: { to, cc } }: Exported): Buffer {
  const { from_name, from_email, subject, header_id, date, received_at } = message;
  const lines = [
    `From: ${addressWords({ name: from_name, email: from_email })}`,
    ...(to.length > 0 ? [`To: ${to.map(addressWords).join(', ')}`] : []),
    ...(cc.length > 0 ? [`Cc: ${cc.map(addressWords).join(', ')}`] : []),
    `Subject: ${subject}`,
    `Date: ${new Date(date ?? received_at).toUTCString().replace('GMT', '+0000')}`,
    ...(header_id === null ? [] : [`Message-ID: <${header_id}>`]),
  ];
  return Buffer.from(`${lines.map((line) => line.replaceAll(/[\r\n]+/g, ' ')).join('\r\n')}\r\n\r\n`);
}

/**
 * A message of an mbox file (RFC 4155, quoted as mboxrd): its bytes as they were received, after lines that say what it
 * is marked with and what of it is missing.
 */
export function mboxOf({ message, keywords }: Exported, { bytes, missing }: WholeSource): Buffer {
  const line = lineBreakOf(bytes);
  const marks = marksLines({
    size: bytes.length,
    flags: message.flags,
    keywords,
    missing: missing && oneLine(missing),
  });
  const head = [fromLine(message), ...marks].map((each) => each + line).join('');
  const end = bytes.at(-1) === newline ? line : line + line;
  return Buffer.concat([Buffer.from(head), quoted(bytes), Buffer.from(end)]);
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

function fromLine({ from_email, received_at }: Exported['message']): string {
  const sender = /^[\x21-\x7e]{1,200}$/.test(from_email) ? from_email : 'MAILER-DAEMON';
  const [, weekday, day, month, year, time] = /^(\w+), (\d+) (\w+) (\d+) ([\d:]+)/.exec(
    new Date(received_at).toUTCString(),
  )!;
  return `From ${sender} ${weekday} ${month} ${String(Number(day)).padStart(2)} ${time} ${year}`;
}

/** Puts one `>` more before every line that consists of some of them and then "From ". */
function quoted(bytes: Buffer): Buffer {
  const pieces: Buffer[] = [];
  let from = 0;
  for (let hit = bytes.indexOf('From '); hit >= 0; hit = bytes.indexOf('From ', hit + 5)) {
    let first = hit;
    while (first > 0 && bytes[first - 1] === quote) first--;
    if (first > 0 && bytes[first - 1] !== newline) continue;
    pieces.push(bytes.subarray(from, first), Buffer.of(quote));
    from = first;
  }
  return pieces.length === 0 ? bytes : Buffer.concat([...pieces, bytes.subarray(from)]);
}
