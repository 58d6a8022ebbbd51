import type { Folder } from './folder.ts';
import type { Mailbox } from './mailbox.ts';

/** The name of a folder on the wire (latin1). `isUtf8` once the client has enabled UTF8=ACCEPT (RFC 6855). */
export function wireName({ path, wire }: Pick<Folder, 'path' | 'wire'>, isUtf8: boolean): string {
  if (wire !== undefined) return wire;
  return isUtf8 ? Buffer.from(path, 'utf8').toString('latin1') : encodeModifiedUtf7(path);
}

/** The path for a name on the wire. */
export function pathOf(wire: string, isUtf8: boolean): string {
  return isUtf8 ? Buffer.from(wire, 'latin1').toString('utf8') : decodeModifiedUtf7(wire);
}

/** RFC 3501, section 5.1.3. */
function encodeModifiedUtf7(text: string): string {
  return text.replaceAll('&', '&-').replace(/[^\x20-\x7e]+/g, (run) => {
    const bytes = Buffer.from(run, 'utf16le').swap16();
    return `&${bytes.toString('base64').replace(/=+$/, '').replaceAll('/', ',')}-`;
  });
}

function decodeModifiedUtf7(wire: string): string {
  return wire.replace(/&([^-]*)-/g, (_, run: string) => {
    if (run === '') return '&';
    const bytes = Buffer.from(run.replaceAll(',', '/'), 'base64');
    return bytes
      .subarray(0, bytes.length & ~1)
      .swap16()
      .toString('utf16le');
  });
}

/** Finds the folder for a name on the wire, fast in a mailbox of thousands. */
export function folderFinder(mailbox: Mailbox): (wire: string, isUtf8: boolean) => Folder | undefined {
  const known = new Map<boolean, Map<string, Folder>>();
  mailbox.onChange(() => known.clear());
  return (wire, isUtf8) => {
    const byName = known.get(isUtf8) ?? new Map(mailbox.folders.map((folder) => [wireName(folder, isUtf8), folder]));
    known.set(isUtf8, byName);
    return byName.get(wire) ?? (wire.toUpperCase() === 'INBOX' ? mailbox.find('INBOX') : undefined);
  };
}
