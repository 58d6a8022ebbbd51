import { open } from 'node:fs/promises';
import { looksLikeField, looksLikeMailField } from './detect-format.ts';
import { readStatus, type MessageStatus } from './status-headers.ts';

/** A message of an mbox file: the bytes between its "From " line and the blank line before the next message. */
export type MboxMessage = { start: number; end: number; status: MessageStatus; received: string | null };

/** Bytes read at a time, and the bytes that must follow a "From " line before it is classified. */
const chunkBytes = 1 << 20;
const lookaheadBytes = 64 * 1024;
/** Bytes kept before the search position: a line break and a blank line. */
const lookbehindBytes = 4;
/** The maximum length of a "From " line. */
const maxLineLength = 1_000;

/**
 * The messages of an mbox file in order, starting with the "From " line at byte `from` (RFC 4155, and variants that
 * programs write). Content-Length is ignored. Uses 1 to 2 MB of memory for any file. Throws errors of reading a file.
 */
export async function* mboxMessages(file: string, from = 0): AsyncGenerator<MboxMessage> {
  const handle = await open(file);
  try {
    // As if a blank line preceded the file, as before every other message.
    let window: Buffer = Buffer.from('\n\n');
    let base = from - window.length;
    let searchFrom = 0;
    let current: Omit<MboxMessage, 'end'> | undefined;
    const finishMessage = (at: number) =>
      current && base + at > current.start ? [{ ...current, end: base + at }] : [];
    for (;;) {
      const { bytesRead, buffer } = await handle.read(
        Buffer.allocUnsafe(chunkBytes),
        0,
        chunkBytes,
        base + window.length,
      );
      window = Buffer.concat([window, buffer.subarray(0, bytesRead)]);
      const limit = bytesRead === 0 ? window.length : window.length - lookaheadBytes;
      let line = nextFromLine(window, searchFrom);
      for (; line && line.start < limit; line = nextFromLine(window, line.start)) {
        if (!isSeparator(window, line)) continue;
        yield* finishMessage(contentEnd(window, line.start));
        const head = window.subarray(line.end, line.end + lookaheadBytes);
        current = { start: base + line.end, status: readStatus(head), received: deliveryDate(lineText(window, line)) };
      }
      if (bytesRead === 0) return yield* finishMessage(contentEnd(window, window.length));
      const keepFrom = Math.max(0, limit - 1 - lookbehindBytes);
      searchFrom = Math.max(searchFrom, limit - 1) - keepFrom;
      window = window.subarray(keepFrom);
      base += keepFrom;
    }
  } finally {
    await handle.close();
  }
}

/** A line that begins with "From ": its start, and the start of the next line. */
type FromLine = { start: number; end: number };

function nextFromLine(window: Buffer, searchFrom: number): FromLine | undefined {
  const start = window.indexOf('\nFrom ', searchFrom) + 1;
  if (start === 0) return undefined;
  const end = window.indexOf('\n', start) + 1;
  return { start, end: end === 0 ? window.length : end };
}

/**
 * Whether a message begins here. Text may also have an unquoted line that begins with "From ", and concatenated files
 * may lack the blank line: two of the three signs are required. Mozilla writes "From - ", in some versions without a
 * date: then the field of a message header after it is required.
 */
function isSeparator(window: Buffer, line: FromLine): boolean {
  if (line.end - line.start > maxLineLength) return false;
  const hasBlankBefore = contentEnd(window, line.start) < line.start;
  const text = lineText(window, line);
  const hasDate = hasTimeAndYear(text);
  if (text === 'From -' && looksLikeMailField(window, line.end)) return true;
  if (!hasBlankBefore && !hasDate) return false;
  return (hasBlankBefore && hasDate) || looksLikeField(window, line.end);
}

/** The end of the text before `at`, without the blank line that belongs to the file. */
function contentEnd(window: Buffer, at: number): number {
  const [newline, carriageReturn] = [0x0a, 0x0d];
  if (window[at - 1] !== newline) return at;
  if (window[at - 2] === newline) return at - 1;
  return window[at - 2] === carriageReturn && window[at - 3] === newline ? at - 2 : at;
}

function lineText(window: Buffer, { start, end }: FromLine): string {
  return window.toString('latin1', start, Math.min(end, start + maxLineLength)).trimEnd();
}

function hasTimeAndYear(line: string): boolean {
  return /\d:\d\d/.test(line) && /\b\d{4}\b/.test(line);
}

const months = 'JanFebMarAprMayJunJulAugSepOctNovDec';
const asctimePattern =
  /([A-Z][a-z]{2}) {1,2}(\d{1,2}) (\d{1,2}):(\d\d)(?::(\d\d))?(?: [A-Z]{3,5})?(?: ([-+]\d\d)(\d\d))? (\d{4})/;

/** The delivery time in a "From " line, in UTC according to RFC 4155 unless it has another offset. */
function deliveryDate(line: string): string | null {
  const [, name = '', day, hour, minute, second = 0, offsetHours = '+00', offsetMinutes = 0, year] =
    asctimePattern.exec(line) ?? [];
  const month = months.indexOf(name) / 3;
  if (year === undefined || !Number.isInteger(month) || month < 0) return null;
  const sign = offsetHours.startsWith('-') ? -1 : 1;
  const offset = sign * (Math.abs(Number(offsetHours)) * 60 + Number(offsetMinutes));
  const time = Date.UTC(Number(year), month, Number(day), Number(hour), Number(minute), Number(second));
  return new Date(time - offset * 60_000).toISOString();
}
