/** The same bytes as a Buffer, not a copy. */
export function bufferOf(bytes: Uint8Array): Buffer {
  return Buffer.isBuffer(bytes) ? bytes : Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

/** The end of the line that contains `at`: the offset of its LF, or `to` if there is no LF before it. */
export function lineEnd(bytes: Uint8Array, at: number, to: number): number {
  let end = at;
  while (end < to && bytes[end] !== 10) end++;
  return end;
}

/** The end of a line's text: before the CRs in front of its LF. */
export function textEnd(bytes: Uint8Array, from: number, end: number): number {
  let last = end;
  while (last > from && bytes[last - 1] === 13) last--;
  return last;
}

/** The start of the next line that begins with these characters; -1 if there is none. */
export function findLineStart(bytes: Buffer, prefix: string, from: number): number {
  let at = bytes.indexOf(prefix, from, 'latin1');
  while (at > 0 && bytes[at - 1] !== 10) at = bytes.indexOf(prefix, at + prefix.length, 'latin1');
  return at;
}
