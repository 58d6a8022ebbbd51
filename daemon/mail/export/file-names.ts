/** Characters that Windows, macOS or Linux refuse in a file name, or that make it hard to use. */
const unusable = /[\u0000-\u001f\u007f<>:"/\\|?*\u202a-\u202e\u2066-\u2069]+/g;
/** Names of devices on Windows, with any extension. */
const reserved = /^(con|prn|aux|nul|com\d|lpt\d)(\.|$)/i;
/** File systems allow 255 bytes; an extension and a number are added. */
const maxBytes = 120;

/** A name for a file or folder that every system accepts, as close to `text` as possible. */
export function safeFileName(text: string, otherwise: string): string {
  const plain = text.toWellFormed().normalize('NFC').replaceAll(unusable, ' ').replaceAll(/\s+/g, ' ');
  // A leading dot hides a file; Windows drops dots and spaces at the end.
  const trimmed = cutBytes(plain.replace(/^[. ]+/, ''))
    .replace(/[. ]+$/, '')
    .trim();
  if (trimmed === '') return otherwise;
  return reserved.test(trimmed) ? `_${trimmed}` : trimmed;
}

function cutBytes(text: string): string {
  let result = '';
  let bytes = 0;
  for (const character of text) {
    bytes += Buffer.byteLength(character);
    if (bytes > maxBytes) break;
    result += character;
  }
  return result;
}

/**
 * Gives paths that differ also on file systems that ignore case and normalization: a path that is taken gets a number
 * before its extension.
 */
export function createPathNames() {
  const taken = new Set<string>();
  return (path: string, extension = ''): string => {
    for (let number = 1; ; number++) {
      const name = `${path}${number === 1 ? '' : ` (${number})`}${extension}`;
      const key = name.normalize('NFKC').toLowerCase();
      if (taken.has(key)) continue;
      taken.add(key);
      return name;
    }
  };
}
