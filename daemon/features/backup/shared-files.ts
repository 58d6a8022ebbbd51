import { linkSync, lstatSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { manifestName, readManifest, type BackupFile } from '../../mail/backups/manifest.ts';

/** Attachments of an earlier backup that a new one can share through hard links. Files of a backup never change. */
export type SharedFiles = {
  has(path: string): boolean;
  /** Links the file into the new backup. Undefined if the earlier backup does not have it, or it cannot be linked. */
  link(path: string, target: string): BackupFile | undefined;
};

const noSharedFiles: SharedFiles = { has: () => false, link: () => undefined };

/** What the backup in `earlier` can share with one in `target`: nothing if its file system has no hard links. */
export function sharedFiles(earlier: string | undefined, target: string): SharedFiles {
  if (earlier === undefined || !canLink(earlier, target)) return noSharedFiles;
  const files = new Map(
    readManifest(earlier)
      .files.filter(({ path, size }) => path.startsWith('blobs/') && sizeOf(join(earlier, path)) === size)
      .map((file) => [file.path, file]),
  );
  return {
    has: (path) => files.has(path),
    link(path, file) {
      const known = files.get(path);
      return known && tryLink(join(earlier, path), file) ? known : undefined;
    },
  };
}

function canLink(earlier: string, target: string): boolean {
  const probe = join(target, 'link');
  if (!tryLink(join(earlier, manifestName), probe)) return false;
  rmSync(probe);
  return true;
}

/** False if the file has to be copied instead. Where that is impossible too, the copy fails with the reason. */
function tryLink(from: string, to: string): boolean {
  try {
    linkSync(from, to);
    return true;
  } catch {
    return false;
  }
}

function sizeOf(file: string): number | undefined {
  const found = lstatSync(file, { throwIfNoEntry: false });
  return found?.isFile() ? found.size : undefined;
}
