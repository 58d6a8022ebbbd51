import { bufferOf } from '../bytes.ts';
import { base64LineClassifier, maxTextBeforeBase64, maxTextLine } from './base64-lines.ts';

const [lineFeed, carriageReturn, padding] = [10, 13, 61];
const isBase64Character = new Uint8Array(256);
for (const character of 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/') {
  isBase64Character[character.charCodeAt(0)] = 1;
}

/**
 * Base64 (RFC 2045, section 6.8), in the URL-safe alphabet (RFC 4648, section 5) as well. Stray characters are skipped;
 * padding may be missing, and decoding continues after it, because some programs encode a file in blocks. Text after the
 * data is not decoded. A body of text alone is not base64, whatever its header says: it is returned unchanged.
 */
export function decodeBase64(bytes: Uint8Array): Uint8Array {
  if (isRegular(bytes, 0, bytes.length)) return Buffer.from(bufferOf(bytes).toString('latin1'), 'base64');
  const data = dataIn(bytes, 0, bytes.length);
  if (!data) return bytes;
  const { text } = data;
  const out = Buffer.allocUnsafe(Math.ceil(text.length / 4) * 3);
  let length = 0;
  for (const block of text.matchAll(/[^=]+/g)) length += out.write(block[0], length, 'base64');
  return out.subarray(0, length);
}

/** The number of bytes that `decodeBase64` returns. */
export function decodedBase64Size(bytes: Uint8Array, start: number, end: number): number {
  if (isRegular(bytes, start, end)) return Math.floor((countCharacters(bytes, start, end) * 3) / 4);
  const data = dataIn(bytes, start, end);
  if (!data) return end - start;
  let size = 0;
  for (const [block] of data.text.matchAll(/[^=]+/g)) {
    size += Math.floor((block.replace(/[^\w+/-]+/g, '').length * 3) / 4);
  }
  return size;
}

/** The text that follows the data of a base64 body, such as the footer of a mailing list; empty if there is none. */
export function textAfterBase64(bytes: Uint8Array, start: number, end: number): Uint8Array {
  const data = isRegular(bytes, start, end) ? undefined : dataIn(bytes, start, end);
  const rest = bytes.subarray(data?.end ?? end, end);
  return rest.some((byte) => byte > 32) ? rest : rest.subarray(0, 0);
}

/** Whether `decodeBase64` decodes a body that begins with these bytes, at least 70 kB of it or all. */
export function isBase64(beginning: Uint8Array): boolean {
  return isRegular(beginning, 0, beginning.length) || dataIn(beginning, 0, beginning.length) !== undefined;
}

/** Whether a body is what encoders write: lines without blank lines between them, and padding only at its end. */
function isRegular(bytes: Uint8Array, start: number, end: number): boolean {
  let last = end;
  while (last > start && (bytes[last - 1] ?? 0) <= 32) last--;
  while (last > start && bytes[last - 1] === padding) last--;
  let isLineStart = false;
  for (let i = start; i < last; i++) {
    const byte = bytes[i] ?? 0;
    if (isBase64Character[byte] === 1) isLineStart = false;
    else if (byte === lineFeed && !isLineStart) isLineStart = true;
    else if (byte !== carriageReturn || bytes[i + 1] !== lineFeed) return false;
  }
  return true;
}

function countCharacters(bytes: Uint8Array, start: number, end: number): number {
  let count = 0;
  for (let i = start; i < end; i++) count += isBase64Character[bytes[i] ?? 0] ?? 0;
  return count;
}

/** The lines of data, and the offset after the last one; undefined for text that is not encoded. */
function dataIn(bytes: Uint8Array, start: number, end: number): { text: string; end: number } | undefined {
  const buffer = bufferOf(bytes);
  const isData = base64LineClassifier();
  const lines: string[] = [];
  let dataEnd = start;
  let hasText = false;
  for (let at = start; at < end;) {
    if (lines.length === 0 && at - start > maxTextBeforeBase64) return undefined;
    const feed = buffer.indexOf(lineFeed, at);
    const next = feed < 0 || feed >= end ? end : feed + 1;
    const beginning = buffer.toString('latin1', at, Math.min(next, at + maxTextLine + 1));
    if (isData(beginning)) {
      lines.push(buffer.toString('latin1', at, next));
      dataEnd = next;
    } else hasText ||= beginning.trim() !== '';
    at = next;
  }
  return hasText && lines.length === 0 ? undefined : { text: lines.join(''), end: dataEnd };
}
