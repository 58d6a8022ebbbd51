import { existsSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Failure } from '../base/failure.ts';

const demoFiles = ['mail.db', 'index.db', 'activity.db'].flatMap((name) => [name, `${name}-wal`, `${name}-shm`]);

/**
 * A demo starts new each time, so what an earlier one left in `dataDir` is removed. Throws Failure `not_a_demo` for a
 * folder that holds a mailbox no demo made. Call it with the instance lock held.
 */
export function clearDemo(dataDir: string): void {
  const markerFile = join(dataDir, 'demo');
  if (existsSync(join(dataDir, 'mail.db')) && !existsSync(markerFile)) {
    throw new Failure(
      'refused',
      'not_a_demo',
      `${dataDir} holds a mailbox that is not a demo's, and a demo would replace it. Name another folder with SVC_DATA_DIR.`,
    );
  }
  writeFileSync(markerFile, 'The mailbox in this folder is a demo. It is made anew at every start.\n', { mode: 0o600 });
  for (const name of readdirSync(dataDir)) {
    if (demoFiles.includes(name) || name.startsWith('mail.db.before-')) rmSync(join(dataDir, name), { force: true });
  }
  rmSync(join(dataDir, 'blobs'), { recursive: true, force: true });
}
