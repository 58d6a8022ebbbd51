import { readdir } from 'node:fs/promises';
import { join } from 'node:path';

/** A message file of a Maildir. `base` is the part of its name that stays the same when its flags change. */
export type MaildirEntry = { file: string; name: string; base: string };

/** A folder is a Maildir if it has these subfolders; `tmp` alone is not sufficient. */
export function isMaildir(subfolders: ReadonlySet<string>): boolean {
  return subfolders.has('cur') || (subfolders.has('new') && subfolders.has('tmp'));
}

export const maildirDirectories = ['cur', 'new', 'tmp'];

/**
 * The messages in `cur` and `new`, ordered by the constant part of their names, starting after `after`. Throws errors
 * of reading a folder.
 */
export async function maildirEntries(folder: string, after = ''): Promise<MaildirEntry[]> {
  const lists = await Promise.all(['cur', 'new'].map((part) => filesIn(join(folder, part))));
  return lists
    .flat()
    .filter(({ base }) => base > after)
    .sort((a, b) => (a.base < b.base ? -1 : a.base > b.base ? 1 : 0));
}

async function filesIn(folder: string): Promise<MaildirEntry[]> {
  const entries = await readdir(folder, { withFileTypes: true }).catch((failed: unknown) => {
    if (failed instanceof Error && 'code' in failed && failed.code === 'ENOENT') return [];
    throw failed;
  });
  return entries
    .filter((entry) => entry.isFile() && !entry.name.startsWith('.'))
    .map(({ name }) => ({ file: join(folder, name), name, base: baseNameOf(name) }));
}

/** Some systems do not allow a colon in a name, so programs write `;`, `!` or `_` instead. */
const flagSuffix = /[:;!_]2,([^:;!_]*)$/;

export function baseNameOf(name: string): string {
  return name.replace(flagSuffix, '');
}

const flagByCharacter: Record<string, string> = {
  R: '\\Answered',
  S: '\\Seen',
  F: '\\Flagged',
  T: '\\Deleted',
  D: '\\Draft',
  P: '$Forwarded',
};

/** The IMAP flags in a file name: `…:2,FS` means flagged and seen. A file without flags is unread. */
export function flagsOfName(name: string): string[] {
  return [...(flagSuffix.exec(name)?.[1] ?? '')].flatMap((character) => flagByCharacter[character] ?? []);
}
