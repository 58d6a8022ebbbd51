import { extname } from 'node:path';

/** The maximum length of a name in bytes; file systems allow 255, and `(2)` and the like need some of them. */
const maxNameBytes = 180;
const maxExtensionBytes = 20;

/** Names that Windows reserves for devices, with any extension. */
const windowsDevice = /^(?:con|prn|aux|nul|conin\$|conout\$|(?:com|lpt)[0-9\u00b9\u00b2\u00b3])$/i;

/**
 * A safe file name from an untrusted name: one path segment on any system, displayed as it is, not hidden and not read as a
 * command line option. Keeps the extension.
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

/** The longest prefix that fits into this many bytes. */
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
