import { existsSync, renameSync, rmSync } from 'node:fs';
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

/** Moves a damaged activity log away; removes a damaged index, which contains nothing that mail.db lacks. */
export function setAside(dataDir: string, file: DerivedFile): void {
  for (const end of suffixes) {
    const path = join(dataDir, `${file}.db${end}`);
    if (!existsSync(path)) continue;
    if (file === 'index') rmSync(path, { recursive: true });
    else {
      rmSync(`${path}.damaged`, { recursive: true, force: true });
      renameSync(path, `${path}.damaged`);
    }
  }
}

function markOf(dataDir: string, file: DerivedFile): string {
  return join(dataDir, `${file}.db.renew`);
}
