import { readdir, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { maildirSubfolder, mailboxName } from './folder-names.ts';
import { whyUnreadable } from './load-item.ts';
import { isMaildir, maildirDirectories } from './maildir.ts';

/** A folder of the imported tree, and its content. */
export type SourceDirectory = {
  /** The path from the root, with slashes; empty for the root. */
  path: string;
  dir: string;
  /** The target folder of its loose messages, and the parent of the folders of its mailbox files. */
  names: string[];
  parentNames: string[];
  isMaildir: boolean;
  /** The plain files in order. Links are excluded. */
  files: string[];
  /** The root is a single file, and its folder may contain other files. */
  isSingleFile?: true;
  /** Why it could not be read. */
  problem?: string;
};

/** The source of an import: `folder` is the name that the user chose for it. */
export type ImportSource = { path: string; folder: string | null };

const maxDepth = 100;

/**
 * The folders of a tree in a fixed order, each before its subfolders, starting at the path `from`. Links are not
 * followed; hidden folders are included only if they are Maildirs. Throws if the root does not exist.
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

/** The order of a walk: a folder comes before its content. */
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
