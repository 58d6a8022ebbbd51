import { isUtf8 } from 'node:buffer';

const maxSourceBytes = 5_000_000;

/** The source as text from which the bytes can be restored, limited to the first 5 MB. */
export function sourceText(source: Uint8Array): {
  source: string;
  encoding: 'utf8' | 'latin1';
  size_bytes: number;
  is_cut: boolean;
} {
  const is_cut = source.length > maxSourceBytes;
  const shown = Buffer.from(source.buffer, source.byteOffset, is_cut ? characterStart(source) : source.length);
  const encoding = isUtf8(shown) ? 'utf8' : 'latin1';
  return { source: shown.toString(encoding), encoding, size_bytes: source.length, is_cut };
}

/** The last position before the limit that does not split a UTF-8 character. */
function characterStart(source: Uint8Array): number {
  let at = maxSourceBytes;
  while (at > maxSourceBytes - 4 && ((source[at] ?? 0) & 0xc0) === 0x80) at -= 1;
  return at;
}
