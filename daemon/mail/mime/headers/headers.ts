import { isAscii } from 'node:buffer';
import { bufferOf } from '../bytes.ts';
import { declaredCharset, decodeRawText } from './raw-text.ts';

const maxHeaderBytes = 1_000_000;
const maxFields = 10_000;
const maxNameLength = 200;

/** The header section of a message or of a part. Names are given in lower case; values are unfolded and trimmed. */
export type Headers = {
  /** Offset of the body. */
  bodyStart: number;
  /** The value of the first field of that name: the first of duplicate fields counts. */
  first(name: string): string | undefined;
  all(name: string): string[];
  /** Number of fields. */
  size: number;
  /** Whether fields past 1 MB or past the 10,000th were left out. */
  isTruncated: boolean;
};

/** `offsets` has four values for each field: start and end of its name, start and end of its value. */
type HeaderOffsets = { start: number; body: number; offsets: number[]; isTruncated: boolean };

/**
 * Reads the header section that begins at `from` (RFC 5322, section 2.2). Encoded words are not decoded. Lines that are
 * not fields are skipped; a section without a blank line ends after its last field, and a section without any field is
 * body from its start.
 */
export function readHeaders(bytes: Uint8Array, from: number, to: number): Headers {
  const headerOffsets = scanHeader(bytes, from, to);
  const { body: bodyStart, offsets, isTruncated } = headerOffsets;
  const text = headerText(bytes, headerOffsets);
  const size = offsets.length / 4;
  const names: string[] = [];
  const firsts = new Map<string, number>();
  for (let i = 0; i < size; i++) {
    const name = sliceAt(text, headerOffsets, 4 * i).toLowerCase();
    names.push(name);
    if (!firsts.has(name)) firsts.set(name, i);
  }
  const value = fieldReader(bytes, text, headerOffsets);
  return {
    bodyStart,
    first: (name) => {
      const i = firsts.get(name);
      return i === undefined ? undefined : value(i);
    },
    all: (name) => names.flatMap((known, i) => (known === name ? [value(i)] : [])),
    size,
    isTruncated,
  };
}

/** Offset where the header section of `bytes` ends and the body begins. */
export function bodyStart(bytes: Uint8Array, from = 0, to = bytes.length): number {
  return scanHeader(bytes, from, to).body;
}

/**
 * The header fields of a message as received: in order, with duplicates, names as written, values unfolded (RFC 5322,
 * section 2.2.3) and otherwise unchanged. Truncated as in `readHeaders`.
 */
export function headerFields(bytes: Uint8Array): [string, string][] {
  const headerOffsets = scanHeader(bytes, 0, bytes.length);
  const text = headerText(bytes, headerOffsets);
  const value = fieldReader(bytes, text, headerOffsets);
  const fields: [string, string][] = [];
  for (let i = 0; i < headerOffsets.offsets.length; i += 4) {
    fields.push([sliceAt(text, headerOffsets, i), value(i / 4)]);
  }
  return fields;
}

function headerText(bytes: Uint8Array, headerOffsets: HeaderOffsets): string {
  return bufferOf(bytes).toString('latin1', headerOffsets.start, headerEnd(headerOffsets));
}

function headerEnd({ start, offsets }: HeaderOffsets): number {
  return offsets.at(-1) ?? start;
}

function sliceAt(text: string, { start, offsets }: HeaderOffsets, index: number): string {
  return text.slice((offsets[index] ?? start) - start, (offsets[index + 1] ?? start) - start);
}

/** Reads the value of the field with that index. */
function fieldReader(bytes: Uint8Array, text: string, headerOffsets: HeaderOffsets): (index: number) => string {
  const { start, offsets } = headerOffsets;
  const isPlain = isAscii(bytes.subarray(start, headerEnd(headerOffsets)));
  let charset: { declared: string | undefined } | undefined;
  const bodyCharset = () => (charset ??= { declared: declaredCharset(bytes, start) }).declared;
  return (index) => {
    const at = 4 * index + 2;
    const raw = isPlain ? undefined : bytes.subarray(offsets[at], offsets[at + 1]);
    const value = raw && !isAscii(raw) ? decodeRawText(raw, bodyCharset) : sliceAt(text, headerOffsets, at);
    return (/[\r\n]/.test(value) ? value.replace(/[\r\n]+/g, '') : value).trim();
  };
}

function scanHeader(bytes: Uint8Array, from: number, to: number): HeaderOffsets {
  const start = headerStart(bytes, from, to);
  const limit = start + maxHeaderBytes;
  const offsets: number[] = [];
  const lineBreak = endsLinesWithCr(bytes, start, to) ? 13 : 10;
  let isTruncated = false;
  let isOpen = false;
  let line = start;
  let lastField = start;
  while (line < to) {
    const nameEnd = endOfName(bytes, line, to);
    const colon = nameEnd > line ? skipBlanks(bytes, nameEnd, to) : line;
    let end = colon;
    while (end < to) {
      const byte = bytes[end] ?? 0;
      if (byte <= 13 && (byte === 10 || byte === lineBreak)) break;
      end++;
    }
    const next = bytes[end] === 13 && bytes[end + 1] === 10 ? end + 2 : end + 1;
    if (isBlankLine(bytes, line, end) || (offsets.length > 0 && isSpaceBeforeBody(bytes, line, to)))
      return { start, body: offsets.length > 0 || line === start ? Math.min(next, to) : start, offsets, isTruncated };
    if (nameEnd > line && bytes[colon] === 58) {
      isTruncated ||= end > limit || offsets.length >= 4 * maxFields;
      isOpen = line < limit && offsets.length < 4 * maxFields;
      if (isOpen) offsets.push(line, nameEnd, colon + 1, Math.min(end, limit));
    } else if (isOpen && (bytes[line] === 32 || bytes[line] === 9 || isUnindentedParameter(bytes, line, nameEnd))) {
      isTruncated ||= end > limit;
      offsets[offsets.length - 1] = Math.min(end, limit);
    } else isOpen = false;
    if (isOpen) lastField = next;
    line = next;
  }
  return { start, body: isTruncated ? to : Math.min(lastField, to), offsets, isTruncated };
}

/** Skips a byte order mark and, before a message's first field, blank lines and white space. */
function headerStart(bytes: Uint8Array, from: number, to: number): number {
  const start = bytes[from] === 0xef && bytes[from + 1] === 0xbb && bytes[from + 2] === 0xbf ? from + 3 : from;
  if (from > 0) return start;
  let first = start;
  while (first < to && (bytes[first] === 13 || bytes[first] === 10)) first++;
  first = skipBlanks(bytes, first, to);
  const nameEnd = endOfName(bytes, first, to);
  return nameEnd > first && bytes[nameEnd] === 58 ? first : Math.min(start, to);
}

/** Mail from old Macs has lone CRs as line breaks; elsewhere a lone CR is a stray byte inside a line. */
function endsLinesWithCr(bytes: Uint8Array, from: number, to: number): boolean {
  let at = from;
  while (at < to && bytes[at] !== 13 && bytes[at] !== 10) at++;
  while (at < to && bytes[at] === 13) at++;
  return at > from && bytes[at] !== 10 && bytes[at - 1] === 13;
}

/** RFC 5322, section 2.2: any printable ASCII character except the colon. */
function endOfName(bytes: Uint8Array, from: number, to: number): number {
  let at = from;
  for (; at < to; at++) {
    const byte = bytes[at] ?? 0;
    if (byte < 33 || byte > 126 || byte === 58) break;
  }
  return at;
}

function skipBlanks(bytes: Uint8Array, from: number, to: number): number {
  let at = from;
  while (at < to && (bytes[at] === 32 || bytes[at] === 9)) at++;
  return at;
}

function isBlankLine(bytes: Uint8Array, from: number, end: number): boolean {
  let at = from;
  while (at < end && bytes[at] === 13) at++;
  return at === end;
}

/**
 * Whether the line at `line` is white space alone and stands for the blank line before the body. It belongs to the header
 * if another field, an indented line or the blank line follows (RFC 5322, section 4.2).
 */
export function isSpaceBeforeBody(bytes: Uint8Array, line: number, to: number): boolean {
  if (bytes[line] !== 32 && bytes[line] !== 9) return false;
  let end = skipBlanks(bytes, line, to);
  while (end < to && bytes[end] === 13) end++;
  if (bytes[end++] !== 10) return false;
  const first = bytes[end];
  if (end >= to || first === 32 || first === 9 || first === 13 || first === 10) return false;
  const nameEnd = endOfName(bytes, end, Math.min(to, end + maxNameLength));
  const colon = skipBlanks(bytes, nameEnd, to);
  // The name of a field begins with a letter, and a text may begin with `https://`.
  const isField = nameEnd > end && bytes[colon] === 58 && isAlphabetic(first) && bytes[colon + 1] !== 47;
  return !isField;
}

function isAlphabetic(byte = 0): boolean {
  const lower = byte | 32;
  return lower >= 97 && lower <= 122;
}

/** Some programs fold `Content-Type: …;` without indenting the `boundary=…` that follows. */
function isUnindentedParameter(bytes: Uint8Array, line: number, nameEnd: number): boolean {
  let last = line - 1;
  while (last > 0 && (bytes[last] === 10 || bytes[last] === 13)) last--;
  return bytes[last] === 59 && bytes.subarray(line, nameEnd).includes(61);
}
