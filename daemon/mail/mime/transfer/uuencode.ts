import { bufferOf, lineEnd, findLineStart, textEnd } from '../bytes.ts';

/** A file embedded in a text: its byte range from its first line to after its last, and its decoded size. */
export type EmbeddedFile = { name: string; start: number; end: number; size: number };

/**
 * The uuencoded files in a text (the historical algorithm of POSIX uuencode): from a `begin` line over lines of the
 * declared length to an `end` line. Other text that begins with `begin` is prose.
 */
export function findUuencoded(bytes: Uint8Array, from: number, to: number): EmbeddedFile[] {
  const buffer = bufferOf(bytes).subarray(from, to);
  const found: EmbeddedFile[] = [];
  let at = findLineStart(buffer, 'begin ', 0);
  while (at >= 0) {
    const file = fileAt(buffer, at);
    if (file) found.push({ ...file, start: from + file.start, end: from + file.end });
    at = findLineStart(buffer, 'begin ', file?.end ?? at + 6);
  }
  return found;
}

/** The bytes of a uuencoded file, from its `begin` line (without one, from the first line) to its `end`. */
export function decodeUuencode(bytes: Uint8Array, start: number, end: number): Uint8Array {
  const buffer = bufferOf(bytes).subarray(start, end);
  const begin = findLineStart(buffer, 'begin ', 0);
  const first = begin < 0 ? 0 : lineEnd(buffer, begin, buffer.length) + 1;
  const out = Buffer.allocUnsafe(decodeLines(buffer, first));
  decodeLines(buffer, first, out);
  return out;
}

/**
 * Decodes into `out`, if given, and counts bytes: at most four times the available ones, whatever the lines declare.
 */
function decodeLines(buffer: Buffer, first: number, out?: Buffer): number {
  let length = 0;
  for (let line = first; line < buffer.length;) {
    const lineBreak = lineEnd(buffer, line, buffer.length);
    const text = textEnd(buffer, line, lineBreak);
    if (isEndLine(buffer, line, text)) break;
    const size = Math.min(claimedSize(buffer, line, text), 4 * buffer.length - length);
    if (out) decodeLine(buffer, line, text, out.subarray(length, length + size));
    length += size;
    line = lineBreak + 1;
  }
  return length;
}

function fileAt(buffer: Buffer, start: number): EmbeddedFile | undefined {
  let stop = lineEnd(buffer, start, buffer.length);
  const begin = buffer.toString('utf8', start, textEnd(buffer, start, stop));
  const name = /^begin [0-7]{3,4} (.*)$/.exec(begin)?.[1]?.trim();
  if (!name) return undefined;
  let size = 0;
  for (let line = stop + 1; line < buffer.length; line = stop + 1) {
    stop = lineEnd(buffer, line, buffer.length);
    const text = textEnd(buffer, line, stop);
    if (isEndLine(buffer, line, text)) {
      const end = Math.min(stop + 1, buffer.length);
      return { name, start, end, size: Math.min(size, 4 * (end - start)) };
    }
    if (!hasClaimedLength(buffer, line, text)) return undefined;
    size += claimedSize(buffer, line, text);
  }
  return undefined;
}

function isEndLine(bytes: Uint8Array, line: number, text: number): boolean {
  return text - line === 3 && bytes[line] === 101 && bytes[line + 1] === 110 && bytes[line + 2] === 100;
}

function claimedSize(bytes: Uint8Array, line: number, text: number): number {
  return text > line ? ((bytes[line] ?? 32) - 32) & 63 : 0;
}

/**
 * Some programs add a checksum character; relays cut off spaces, which are zeros: all of a full line (`M`) at worst.
 */
function hasClaimedLength(bytes: Uint8Array, line: number, text: number): boolean {
  if (text === line) return true;
  const first = bytes[line] ?? 0;
  if (first < 32 || first > 96) return false;
  const length = text - line - 1;
  const characters = Math.ceil(claimedSize(bytes, line, text) / 3) * 4;
  return length <= characters + 1 && (length >= characters - 3 || first === 77);
}

function decodeLine(bytes: Uint8Array, line: number, text: number, out: Buffer): void {
  const value = (at: number) => (at < text ? ((bytes[at] ?? 32) - 32) & 63 : 0);
  for (let i = 0; i < out.length; i += 3) {
    const at = line + 1 + (i / 3) * 4;
    const four = (value(at) << 18) | (value(at + 1) << 12) | (value(at + 2) << 6) | value(at + 3);
    // Writing past the end of a Buffer does nothing.
    out[i] = four >> 16;
    out[i + 1] = (four >> 8) & 255;
    out[i + 2] = four & 255;
  }
}
