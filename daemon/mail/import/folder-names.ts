import { roleByName } from '../../providers/folder-names.ts';
import { fromModifiedUtf7 } from '../../providers/modified-utf7.ts';
import type { RemoteFolder } from '../../providers/provider.ts';

/** A folder in the account of imported mail. A usual name has its role at the top or directly below Inbox. */
export function importedFolder(path: string): RemoteFolder {
  const parts = path.split('/');
  const name = parts.at(-1) ?? path;
  const isTop = parts.length === 1 || (parts.length === 2 && parts[0] === 'Inbox');
  const role = isTop ? roleByName(name) : undefined;
  return { path, name, ...(role && { role }), selectable: true, kind: role ? 'system' : 'folder' };
}

/** Joins folder names to a path. The inbox of any mail program becomes `Inbox`. */
export function folderPath(names: readonly string[]): string {
  const clean = names.map(cleanName).filter((name) => name !== '');
  const [first = 'Imported', ...rest] = clean;
  return [roleByName(first) === 'inbox' ? 'Inbox' : first, ...rest].join('/');
}

function cleanName(name: string): string {
  return name
    .replaceAll(/[\p{Cc}/\\]+/gu, ' ')
    .trim()
    .slice(0, 200);
}

/** The folder of a Maildir subfolder: `.Work.2024` is Work/2024, each level in modified UTF-7 (RFC 3501, 5.1.3). */
export function maildirSubfolder(name: string): string[] {
  return name.slice(1).split('.').map(fromModifiedUtf7);
}

/** The name of a mailbox file or of a program's mailbox folder, without the suffixes that programs add. */
export function mailboxName(name: string): string {
  return name.replace(/\.gz$/i, '').replace(/\.(sbd|mbox|mbx|mbs|eml)$/i, '');
}
