import { readdir, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { maildirSubfolder, mailboxName } from './folder-names.ts';
import { whyUnreadable } from './load-item.ts';
import { isMaildir, maildirDirectories } from './maildir.ts';

/** A folder of the tree that is imported, and what lies in it. */
export type SourceDirectory = {
  /** From the root, with slashes; the root is the empty text. */
  path: string;
  dir: string;
  /** The folder its loose messages go to, and the one that mailbox files in it lie below. */
  names: string[];
  parentNames: string[];
  isMaildir: boolean;
  /** The plain files, in order. Links are no files. */
  files: string[];
  /** The root is one file, and this is not all that lies in its folder. */
  isSingleFile?: true;
  /** Why it could not be read. */
  problem?: string;
};

/** What is imported: `folder` is the name the person wants it under. */
export type ImportSource = { path: string; folder: string | null };

const maxDepth = 100;

/**
 * The folders of a tree in a fixed order, each before its subfolders, from the one at the path `from` on. Links are not
 * followed; hidden folders are looked into where they are Maildirs. Throws where the root is not there.
 */
export async function* sourceDirectories(
  { path: root, folder }: ImportSource,
  from = '',
): AsyncGenerator<SourceDirectory> {
  const targetNames = folder === null ? undefined : folder.split('/');
  if ((await stat(root)).isFile()) {
    const names = targetNames ?? ['Imported'];
    const parentNames = targetNames ?? [];
    yield {
      path: '',
      dir: dirname(root),
      names,
      parentNames,
      isMaildir: false,
      files: [basename(root)],
      isSingleFile: true,
    };
    return;
  }
  const top = { path: '', dir: root, names: targetNames ?? [], parentNames: targetNames ?? [], depth: 0 };
  for await (const directory of visitDirectory(top, from)) {
    const isNamed = directory.path !== '' || targetNames !== undefined;
    yield isNamed ? directory : { ...directory, names: [directory.isMaildir ? 'Inbox' : mailboxName(basename(root))] };
  }
}

type Visit = Pick<SourceDirectory, 'path' | 'dir' | 'names' | 'parentNames'> & { depth: number; isHidden?: boolean };

async function* visitDirectory(current: Visit, from: string): AsyncGenerator<SourceDirectory> {
  const { path, dir, names, parentNames, depth } = current;
  if (comparePaths(path, from) < 0 && !isWithin(from, path)) return;
  const entries = await readdir(dir, { withFileTypes: true }).catch(whyUnreadable);
  const isReached = comparePaths(path, from) >= 0;
  if (typeof entries === 'string') {
    if (isReached) yield { path, dir, names, parentNames, isMaildir: false, files: [], problem: entries };
    return;
  }
  const folders = entries.filter((entry) => entry.isDirectory()).map(({ name }) => name);
  const isMaildirHere = isMaildir(new Set(folders));
  if (current.isHidden && !isMaildirHere) return;
  const files = entries.filter((entry) => entry.isFile() && !entry.name.startsWith('.')).map(({ name }) => name);
  if (isReached) yield { path, dir, names, parentNames, isMaildir: isMaildirHere, files: files.sort() };
  if (depth === maxDepth) return;
  for (const name of folders.sort()) {
    if (isMaildirHere && maildirDirectories.includes(name)) continue;
    const isHidden = name.startsWith('.');
    const ownNames = isHidden && isMaildirHere ? maildirSubfolder(name) : [mailboxName(name)];
    const childNames = [...parentNames, ...ownNames];
    const child = {
      path: path ? `${path}/${name}` : name,
      dir: join(dir, name),
      names: childNames,
      parentNames: childNames,
    };
    yield* visitDirectory({ ...child, depth: depth + 1, isHidden }, from);
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
