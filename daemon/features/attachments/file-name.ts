import { extname } from 'node:path';

/** The longest name in bytes; file systems take 255, and some of it goes to `(2)` and the like. */
const longestName = 180;
const longestEnding = 20;

/** Names that mean a device to Windows, whatever their ending. */
const device = /^(?:con|prn|aux|nul|conin\$|conout\$|(?:com|lpt)[0-9\u00b9\u00b2\u00b3])$/i;

/**
 * A name for a file of ours, made from one that a stranger chose: of one folder, on any system, shown as it is, and neither
 * hidden nor taken for an option. Its ending stays.
 */
export function safeFileName(given: string): string {
  const plain = given
    .normalize('NFC')
    .replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}\p{Co}\p{Cn}]/gu, '')
    .replaceAll(/[<>:"/\\|?*]/g, '_')
    .replaceAll(/\s+/g, ' ')
    .replace(/^[\s.~-]+/, '')
    .replace(/[\s.]+$/, '');
  const { stem, ending } = partsOf(plain);
  const cut = shortened(stem, longestName - Buffer.byteLength(ending));
  return `${cut === '' ? 'attachment' : device.test(cut.split('.')[0] ?? '') ? `_${cut}` : cut}${ending}`;
}

/** `menu.pdf`, `menu (2).pdf`, `menu (3).pdf` … */
export function numberedName(name: string, number: number): string {
  if (number < 2) return name;
  const { stem, ending } = partsOf(name);
  return `${stem} (${number})${ending}`;
}

function partsOf(name: string): { stem: string; ending: string } {
  const ending = extname(name);
  const isEnding = Buffer.byteLength(ending) <= longestEnding && !/\s/.test(ending);
  return isEnding ? { stem: name.slice(0, name.length - ending.length), ending } : { stem: name, ending: '' };
}

/** So many characters as fit into that many bytes. */
function shortened(text: string, bytes: number): string {
  let room = bytes;
  const fitting: string[] = [];
  for (const character of text) {
    room -= Buffer.byteLength(character);
    if (room < 0) break;
    fitting.push(character);
  }
  return fitting.join('').replace(/[\s.]+$/, '');
}
