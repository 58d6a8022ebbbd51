import { bufferOf, lineEnd, findLineStart, textEnd } from '../bytes.ts';
import type { EmbeddedFile } from './uuencode.ts';

/**
 * The yEnc files in a text (yEnc draft 1.3): from a `=ybegin` line that names a file to a `=yend` line. The size is
 * counted, because the header may declare a wrong one.
 */
export function findYenc(bytes: Uint8Array, from: number, to: number): EmbeddedFile[] {
  const buffer = bufferOf(bytes).subarray(from, to);
  const found: EmbeddedFile[] = [];
  let start = findLineStart(buffer, '=ybegin ', 0);
  while (start >= 0) {
    const stop = lineEnd(buffer, start, buffer.length);
    const last = findLineStart(buffer, '=yend', stop);
    if (last < 0) break;
    const end = Math.min(lineEnd(buffer, last, buffer.length) + 1, buffer.length);
    const header = buffer.toString('utf8', start, textEnd(buffer, start, stop));
    // The name is the last field of the line and may contain spaces.
    const [, name] = / size=\d.* name=(.+)$/.exec(header) ?? [];
    if (name)
      found.push({ name: name.trim(), start: from + start, end: from + end, size: decodeLines(buffer, start, end) });
    start = findLineStart(buffer, '=ybegin ', end);
  }
  return found;
}

/** The bytes of a yEnc file, from its `=ybegin` line to its `=yend`. */
export function decodeYenc(bytes: Uint8Array, start: number, end: number): Uint8Array {
  const out = Buffer.allocUnsafe(Math.max(0, end - start));
  return out.subarray(0, decodeLines(bytes, start, end, out));
}

/** Decodes into `out`, if given, and counts bytes. */
function decodeLines(bytes: Uint8Array, start: number, end: number, out?: Buffer): number {
  let length = 0;
  for (let line = start; line < end;) {
    const stop = lineEnd(bytes, line, end);
    const isControl = bytes[line] === 61 && bytes[line + 1] === 121;
    if (isControl && bytes[line + 2] === 101) return length;
    if (!isControl) length = decodeLine(bytes, line, textEnd(bytes, line, stop), length, out);
    line = stop + 1;
  }
  return length;
}

function decodeLine(bytes: Uint8Array, line: number, text: number, from: number, out?: Buffer): number {
  let length = from;
  for (let at = line; at < text; at++) {
    const isEscaped = bytes[at] === 61 && at + 1 < text;
    if (isEscaped) at++;
    if (out) out[length] = ((bytes[at] ?? 0) - (isEscaped ? 106 : 42)) & 255;
    length++;
  }
  return length;
}
