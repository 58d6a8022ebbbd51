import { extname } from 'node:path';

const maxNameBytes = 255;

/**
 * The file name of an attachment, safe to display: without folders, control characters and characters that change the
 * reading direction, in at most 255 bytes. The extension is kept.
 */
export function attachmentName(name: string): string {
  const [baseName = ''] = name.toWellFormed().normalize('NFC').split(/[/\\]/).slice(-1);
  const plain = baseName
    .replaceAll(/[\p{Cc}\p{Zl}\p{Zp}\p{Co}\p{Cn}]|(?![\u200c\u200d])\p{Cf}/gu, '')
    .replaceAll(/\s+/g, ' ')
    .trim();
  if (/^\.*$/.test(plain)) return 'attachment';
  const ending = extname(plain);
  const isEnding = Buffer.byteLength(ending) <= 20;
  return isEnding && ending.length < plain.length
    ? `${truncateBytes(plain.slice(0, -ending.length || undefined), maxNameBytes - Buffer.byteLength(ending))}${ending}`
    : truncateBytes(plain, maxNameBytes);
}

/** As many characters as fit into the given number of bytes. */
function truncateBytes(text: string, bytes: number): string {
  let remainingBytes = bytes;
  let kept = '';
  for (const character of text) {
    remainingBytes -= Buffer.byteLength(character);
    if (remainingBytes < 0) break;
    kept += character;
  }
  return kept;
}
