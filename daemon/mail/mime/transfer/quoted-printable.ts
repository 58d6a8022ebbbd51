import { hexPair } from '../hex.ts';

/**
 * Quoted-printable (RFC 2045, section 6.7). White space at the end of a line was added in transit and is removed; an
 * `=` that encodes nothing is unchanged.
 */
export function decodeQuotedPrintable(bytes: Uint8Array): Uint8Array {
  const out = Buffer.allocUnsafe(bytes.length);
  let length = 0;
  /** Offset in `out` where the trailing white space of the line begins. */
  let contentEnd = 0;
  for (let i = 0; i < bytes.length;) {
    const byte = bytes[i++] ?? 0;
    if (byte === 61) {
      const code = hexPair(bytes, i);
      const next = code < 0 ? afterSoftBreak(bytes, i) : i + 2;
      if (next < 0 || code >= 0) out[length++] = code < 0 ? byte : code;
      if (next >= 0) i = next;
      contentEnd = length;
    } else if (byte === 10 || (byte === 13 && bytes[i] === 10)) {
      length = contentEnd;
      out[length++] = byte;
      if (byte === 13) out[length++] = bytes[i++] ?? 0;
      contentEnd = length;
    } else {
      out[length++] = byte;
      if (byte !== 32 && byte !== 9) contentEnd = length;
    }
  }
  return out.subarray(0, contentEnd);
}

/** The offset after the line break or the end that an `=` before `at` removes; -1 if there is neither. */
function afterSoftBreak(bytes: Uint8Array, at: number): number {
  let end = at;
  while (bytes[end] === 32 || bytes[end] === 9) end++;
  if (end >= bytes.length) return end;
  if (bytes[end] === 13) return bytes[end + 1] === 10 ? end + 2 : end + 1;
  return bytes[end] === 10 ? end + 1 : -1;
}
