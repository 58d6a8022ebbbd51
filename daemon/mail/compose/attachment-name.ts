import { extname } from 'node:path';

const maxNameBytes = 255;

/**
 * The name under which a file goes along with a message, shown as it is: without folders, control characters and marks
 * that turn the reading direction, in 255 bytes at the most. Its ending stays.
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

/** So many characters as fit into that many bytes. */
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
