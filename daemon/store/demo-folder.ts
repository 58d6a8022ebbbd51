import { existsSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Failure } from '../base/failure.ts';

const demoFiles = ['mail.db', 'index.db', 'activity.db'].flatMap((name) => [name, `${name}-wal`, `${name}-shm`]);

/**
 * Removes the mailbox of an earlier demo from `dataDir`, because every demo starts with a new one. Throws Failure
 * `not_a_demo` for a folder with a mailbox that no demo made. The caller must hold the instance lock.
 */
export function clearDemo(dataDir: string): void {
  const markerFile = join(dataDir, 'demo');
  if (existsSync(join(dataDir, 'mail.db')) && !existsSync(markerFile)) {
    throw new Failure(
      'refused',
      'not_a_demo',
      `${dataDir} holds a mailbox that isn’t a demo's, and a demo would replace it. Name another folder with SVC_DATA_DIR.`,
    );
  }
  writeFileSync(markerFile, 'The mailbox in this folder is a demo. It’s created again at every start.\n', {
    mode: 0o600,
  });
  for (const name of readdirSync(dataDir)) {
    if (demoFiles.includes(name) || name.startsWith('mail.db.before-')) rmSync(join(dataDir, name), { force: true });
  }
  rmSync(join(dataDir, 'blobs'), { recursive: true, force: true });
}
