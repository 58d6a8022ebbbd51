import { extname } from 'node:path';

const longestName = 255;

/**
 * The name under which a file goes along with a message, shown as it is: without folders, control characters and marks
 * that turn the reading direction, in 255 bytes at the most. Its ending stays.
 */
export function attachmentName(given: string): string {
  const [last = ''] = given.toWellFormed().normalize('NFC').split(/[/\\]/).slice(-1);
  const plain = last
    .replaceAll(/[\p{Cc}\p{Zl}\p{Zp}\p{Co}\p{Cn}]|(?![\u200c\u200d])\p{Cf}/gu, '')
    .replaceAll(/\s+/g, ' ')
    .trim();
  if (/^\.*$/.test(plain)) return 'attachment';
  const ending = extname(plain);
  const isEnding = Buffer.byteLength(ending) <= 20;
  return isEnding && ending.length < plain.length
    ? `${shortened(plain.slice(0, -ending.length || undefined), longestName - Buffer.byteLength(ending))}${ending}`
    : shortened(plain, longestName);
}

/** So many characters as fit into that many bytes. */
function shortened(text: string, bytes: number): string {
  let room = bytes;
  let fitting = '';
  for (const character of text) {
    room -= Buffer.byteLength(character);
    if (room < 0) break;
    fitting += character;
  }
  return fitting;
}
