import { readdir, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { maildirSubfolder, mailboxName } from './folder-names.ts';
import { whyUnreadable } from './load.ts';
import { isMaildir, maildirParts } from './maildir.ts';

/** A folder of the tree that is imported, and what lies in it. */
export type Place = {
  /** From the root, with slashes; the root is the empty text. */
  path: string;
  dir: string;
  /** The folder its loose messages go to, and the one that mailbox files in it lie below. */
  names: string[];
  above: string[];
  isMaildir: boolean;
  /** The plain files, in order. Links are no files. */
  files: string[];
  /** The root is one file, and this is not all that lies in its folder. */
  isLoneFile?: true;
  /** Why it could not be read. */
  trouble?: string;
};

/** What is imported: `folder` is the name the person wants it under. */
export type Source = { path: string; folder: string | null };

const deepest = 100;

/**
 * The folders of a tree in a fixed order, each before its subfolders, from the one at the path `from` on. Links are not
 * followed; hidden folders are looked into where they are Maildirs. Throws where the root is not there.
 */
export async function* placesIn({ path: root, folder }: Source, from = ''): AsyncGenerator<Place> {
  const wanted = folder === null ? undefined : folder.split('/');
  if ((await stat(root)).isFile()) {
    const names = wanted ?? ['Imported'];
    const above = wanted ?? [];
    yield { path: '', dir: dirname(root), names, above, isMaildir: false, files: [basename(root)], isLoneFile: true };
    return;
  }
  const top = { path: '', dir: root, names: wanted ?? [], above: wanted ?? [], depth: 0 };
  for await (const place of visit(top, from)) {
    const isNamed = place.path !== '' || wanted !== undefined;
    yield isNamed ? place : { ...place, names: [place.isMaildir ? 'Inbox' : mailboxName(basename(root))] };
  }
}

type Visit = Pick<Place, 'path' | 'dir' | 'names' | 'above'> & { depth: number; isHidden?: boolean };

async function* visit(here: Visit, from: string): AsyncGenerator<Place> {
  const { path, dir, names, above, depth } = here;
  if (comparePaths(path, from) < 0 && !isWithin(from, path)) return;
  const entries = await readdir(dir, { withFileTypes: true }).catch(whyUnreadable);
  const isDue = comparePaths(path, from) >= 0;
  if (typeof entries === 'string') {
    if (isDue) yield { path, dir, names, above, isMaildir: false, files: [], trouble: entries };
    return;
  }
  const folders = entries.filter((entry) => entry.isDirectory()).map(({ name }) => name);
  const isMail = isMaildir(new Set(folders));
  if (here.isHidden && !isMail) return;
  const files = entries.filter((entry) => entry.isFile() && !entry.name.startsWith('.')).map(({ name }) => name);
  if (isDue) yield { path, dir, names, above, isMaildir: isMail, files: files.sort() };
  if (depth === deepest) return;
  for (const name of folders.sort()) {
    if (isMail && maildirParts.includes(name)) continue;
    const isHidden = name.startsWith('.');
    const own = isHidden && isMail ? maildirSubfolder(name) : [mailboxName(name)];
    const below = [...above, ...own];
    const child = { path: path ? `${path}/${name}` : name, dir: join(dir, name), names: below, above: below };
    yield* visit({ ...child, depth: depth + 1, isHidden }, from);
  }
}

/** The order of a walk: a folder stands before what lies in it. */
function comparePaths(one: string, other: string): number {
  const [left, right] = [partsOf(one), partsOf(other)];
  for (let index = 0; index < left.length; index++) {
    const [a = '', b] = [left[index], right[index]];
    if (b === undefined) return 1;
    if (a !== b) return a < b ? -1 : 1;
  }
  return left.length - right.length;
}

function partsOf(path: string): string[] {
  return path === '' ? [] : path.split('/');
}

function isWithin(path: string, folder: string): boolean {
  return folder === '' || path.startsWith(`${folder}/`);
}
