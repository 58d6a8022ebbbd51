import { bufferOf } from '../bytes.ts';

const padding = 61;
const isBase64Character = new Uint8Array(256);
// Buffer reads the URL-safe alphabet (RFC 4648, section 5) as well.
for (const character of 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/-_') {
  isBase64Character[character.charCodeAt(0)] = 1;
}

/**
 * Base64 (RFC 2045, section 6.8). Characters outside the alphabet are skipped; padding may be missing, and decoding
 * continues after it, because some programs encode a file in blocks.
 */
export function decodeBase64(bytes: Uint8Array): Uint8Array {
  const text = bufferOf(bytes).toString('latin1');
  const pad = text.indexOf('=');
  if (pad < 0 || !/[^=\s]/.test(text.slice(pad))) return Buffer.from(text, 'base64');
  const out = Buffer.allocUnsafe(Math.ceil(text.length / 4) * 3);
  let length = 0;
  for (const block of text.matchAll(/[^=]+/g)) length += out.write(block[0], length, 'base64');
  return out.subarray(0, length);
}

/** The number of bytes that `decodeBase64` returns. */
export function decodedBase64Size(bytes: Uint8Array, start: number, end: number): number {
  let size = 0;
  let characters = 0;
  for (let i = start; i < end; i++) {
    const byte = bytes[i] ?? 0;
    characters += isBase64Character[byte] ?? 0;
    if (byte !== padding) continue;
    size += Math.floor((characters * 3) / 4);
    characters = 0;
  }
  return size + Math.floor((characters * 3) / 4);
}
