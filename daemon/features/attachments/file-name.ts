import { extname } from 'node:path';

/** The longest name in bytes; file systems take 255, and some of it goes to `(2)` and the like. */
const maxNameBytes = 180;
const maxExtensionBytes = 20;

/** Names that mean a device to Windows, whatever their ending. */
const windowsDevice = /^(?:con|prn|aux|nul|conin\$|conout\$|(?:com|lpt)[0-9\u00b9\u00b2\u00b3])$/i;

/**
 * A name for a file of ours, made from one that a stranger chose: of one folder, on any system, shown as it is, and neither
 * hidden nor taken for an option. Its ending stays.
 */
export function safeFileName(name: string): string {
  const plain = name
    .normalize('NFC')
    .replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}\p{Co}\p{Cn}]/gu, '')
    .replaceAll(/[<>:"/\\|?*]/g, '_')
    .replaceAll(/\s+/g, ' ')
    .replace(/^[\s.~-]+/, '')
    .replace(/[\s.]+$/, '');
  const { stem, extension } = splitExtension(plain);
  const cut = truncateToBytes(stem, maxNameBytes - Buffer.byteLength(extension));
  return `${cut === '' ? 'attachment' : windowsDevice.test(cut.split('.')[0] ?? '') ? `_${cut}` : cut}${extension}`;
}

/** `menu.pdf`, `menu (2).pdf`, `menu (3).pdf` … */
export function numberedName(name: string, number: number): string {
  if (number < 2) return name;
  const { stem, extension } = splitExtension(name);
  return `${stem} (${number})${extension}`;
}

function splitExtension(name: string): { stem: string; extension: string } {
  const extension = extname(name);
  const isExtension = Buffer.byteLength(extension) <= maxExtensionBytes && !/\s/.test(extension);
  return isExtension
    ? { stem: name.slice(0, name.length - extension.length), extension }
    : { stem: name, extension: '' };
}

/** So many characters as fit into that many bytes. */
function truncateToBytes(text: string, bytes: number): string {
  let remaining = bytes;
  const fitting: string[] = [];
  for (const character of text) {
    remaining -= Buffer.byteLength(character);
    if (remaining < 0) break;
    fitting.push(character);
  }
  return fitting.join('').replace(/[\s.]+$/, '');
}
