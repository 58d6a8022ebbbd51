import { existsSync, lstatSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { writePrivately } from '../config/private-file.ts';

/** Databases whose content can be made anew or is only a log. */
type DerivedFile = 'index' | 'activity';

const suffixes = ['', '-wal', '-shm'];

/** Has the next start replace a damaged index or activity log. */
export function markDerivedFileDamaged(dataDir: string, file: DerivedFile): void {
  writePrivately(markOf(dataDir, file), '');
}

/**
 * Removes the marked files, before any of them is opened. A damaged activity log is kept beside the new one under the name
 * `activity.db.damaged`. Returns the removed files.
 */
export function removeDamagedDerivedFiles(dataDir: string): DerivedFile[] {
  return (['index', 'activity'] as const).filter((file) => {
    if (!existsSync(markOf(dataDir, file))) return false;
    setAside(dataDir, file);
    rmSync(markOf(dataDir, file));
    return true;
  });
}

/** Moves a damaged index or activity log away. */
export function setAside(dataDir: string, file: DerivedFile): void {
  if (file === 'index') return void setIndexAside(join(dataDir, 'index.db'));
  for (const end of suffixes) {
    const path = join(dataDir, `${file}.db${end}`);
    if (!existsSync(path)) continue;
    rmSync(`${path}.damaged`, { recursive: true, force: true });
    renameSync(path, `${path}.damaged`);
  }
}

/**
 * Moves an index away that is replaced, so that the new one takes its vectors over. If an earlier one waits for that, as after a crash,
 * it has more of them, and this one is removed. Returns the path where the older one is.
 */
export function setIndexAside(file: string): string {
  const older = `${file}.old`;
  const isWaiting = existsSync(older);
  for (const end of suffixes) {
    if (isWaiting || !isFile(`${file}${end}`)) removeOrPutAside(`${file}${end}`);
    else renameSync(`${file}${end}`, `${older}${end}`);
  }
  return older;
}

/** Removes an index that `setIndexAside` moved away. */
export function removeOldIndex(older: string): void {
  for (const end of suffixes) rmSync(`${older}${end}`, { force: true });
}

function isFile(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false })?.isFile() === true;
}

/** What is no file was made by another program, so it is renamed. */
function removeOrPutAside(path: string): void {
  if (!lstatSync(path, { throwIfNoEntry: false })?.isDirectory()) return rmSync(path, { force: true });
  let number = 1;
  while (existsSync(`${path}.put-aside-${number}`)) number++;
  renameSync(path, `${path}.put-aside-${number}`);
}

function markOf(dataDir: string, file: DerivedFile): string {
  return join(dataDir, `${file}.db.renew`);
}
