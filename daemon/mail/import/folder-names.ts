import type { FolderRole, RemoteFolder } from '../../providers/provider.ts';

const rolesByName: Record<string, FolderRole> = {
  inbox: 'inbox',
  sent: 'sent',
  'sent items': 'sent',
  'sent messages': 'sent',
  'sent mail': 'sent',
  drafts: 'drafts',
  draft: 'drafts',
  trash: 'trash',
  'deleted items': 'trash',
  'deleted messages': 'trash',
  junk: 'spam',
  spam: 'spam',
  'junk e-mail': 'spam',
  'junk email': 'spam',
  archive: 'archive',
  archives: 'archive',
};

/** A folder as the account of imported mail keeps it. A usual name gives it its role at the top or right below Inbox. */
export function importedFolder(path: string): RemoteFolder {
  const parts = path.split('/');
  const name = parts.at(-1) ?? path;
  const isTop = parts.length === 1 || (parts.length === 2 && parts[0] === 'Inbox');
  const role = isTop ? rolesByName[name.toLowerCase()] : undefined;
  return { path, name, ...(role && { role }), selectable: true, kind: role ? 'system' : 'folder' };
}

/** Names of folders as one path. Whatever a program calls the inbox, it is `Inbox`. */
export function folderPath(names: readonly string[]): string {
  const clean = names.map(cleanName).filter((name) => name !== '');
  const [first = 'Imported', ...rest] = clean;
  return [first.toLowerCase() === 'inbox' ? 'Inbox' : first, ...rest].join('/');
}

function cleanName(name: string): string {
  return name
    .replaceAll(/[\p{Cc}/\\]+/gu, ' ')
    .trim()
    .slice(0, 200);
}

/** The folder a subfolder of a Maildir stands for: `.Work.2024` is Work/2024, each in modified UTF-7 (RFC 3501, 5.1.3). */
export function maildirSubfolder(name: string): string[] {
  return name.slice(1).split('.').map(fromModifiedUtf7);
}

function fromModifiedUtf7(name: string): string {
  return name.replaceAll(/&([A-Za-z0-9+,]{0,400})-/g, (_, packed: string) =>
    packed === '' ? '&' : utf16(Buffer.from(packed.replaceAll(',', '/'), 'base64')),
  );
}

function utf16(bytes: Buffer): string {
  return bytes
    .subarray(0, bytes.length - (bytes.length % 2))
    .swap16()
    .toString('utf16le');
}

/** What a mailbox file or the folder of a program's mailbox is called without what programs add. */
export function mailboxName(name: string): string {
  return name.replace(/\.gz$/i, '').replace(/\.(sbd|mbox|mbx|mbs|eml)$/i, '');
}
