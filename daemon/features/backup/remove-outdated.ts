import { lstatSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { createBackupLister, removeBackup } from '../../mail/backups/backup-folder.ts';
import { outdatedBackups, type Retention } from '../../mail/backups/retention.ts';

export type RetentionPlan = Retention & { folder: string; instance: string };

/** Deletes the automatic backups of this instance that are no longer kept, and returns their names. */
export async function removeOutdated({ folder, instance, ...retention }: RetentionPlan): Promise<string[]> {
  const backups = await createBackupLister(instance)(folder);
  const automatic = backups.filter(({ is_own, kind }) => is_own && kind === 'automatic');
  const bytesAdded = sharedSizeCounter();
  const outdated = outdatedBackups(automatic, retention, (name) => bytesAdded(join(folder, name)));
  for (const name of outdated) await removeBackup(folder, instance, name);
  return outdated;
}

/** Returns a function that gives the bytes of a folder's files. A file under several names is counted once. */
function sharedSizeCounter(): (folder: string) => number {
  const counted = new Set<string>();
  return (folder) => {
    let bytes = 0;
    for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
      if (!entry.isFile()) continue;
      const { dev, ino, nlink, size } = lstatSync(join(entry.parentPath, entry.name), { bigint: true });
      const id = `${dev} ${ino}`;
      if (nlink > 1n && counted.has(id)) continue;
      counted.add(id);
      bytes += Number(size);
    }
    return bytes;
  };
}
