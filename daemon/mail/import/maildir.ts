import { readdir } from 'node:fs/promises';
import { join } from 'node:path';

/** A message file of a Maildir. `base` is the part of its name that stays when its flags change. */
export type MaildirEntry = { file: string; name: string; base: string };

/** A folder is a Maildir where these folders lie in it; `tmp` alone says nothing. */
export function isMaildir(subfolders: ReadonlySet<string>): boolean {
  return subfolders.has('cur') || (subfolders.has('new') && subfolders.has('tmp'));
}

export const maildirDirectories = ['cur', 'new', 'tmp'];

/**
 * The messages in `cur` and `new`, in the order of the part of their names that stays, from after `after` on. Throws what
 * reading a folder throws.
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

/** Some systems allow no colon in a name, so programs there write `;`, `!` or `_` instead. */
const flagSuffix = /[:;!_]2,([^:;!_]*)$/;

export function baseNameOf(name: string): string {
  return name.replace(flagSuffix, '');
}

const flagByLetter: Record<string, string> = {
  R: '\\Answered',
  S: '\\Seen',
  F: '\\Flagged',
  T: '\\Deleted',
  D: '\\Draft',
  P: '$Forwarded',
};

/** The IMAP flags a file name carries: `…:2,FS` says flagged and seen. A file without them is new. */
export function flagsOfName(name: string): string[] {
  return [...(flagSuffix.exec(name)?.[1] ?? '')].flatMap((letter) => flagByLetter[letter] ?? []);
}
