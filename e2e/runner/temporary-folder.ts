import { chmodSync, existsSync, mkdtempSync, rmSync, statfsSync } from 'node:fs';
import { join } from 'node:path';

/** A file system in memory, which Linux offers every user. */
const memoryFolder = '/dev/shm';
/** The type of such a file system, from linux/magic.h. */
const tmpfsType = 0x01021994;
/** The tests use about a quarter of it at a time. */
const neededBytes = 8 * 1024 ** 3;

/** The environment in which tests make their temporary files, and what removes those that they left behind. */
type TemporaryFolder = { env: { TMPDIR?: string }; remove(): void };

/**
 * Puts the temporary files of the tests into memory, unless the user has chosen a folder or there is too little space: they
 * make, fill and remove thousands of databases, and mail servers flush every message.
 */
export function openTemporaryFolder(env: NodeJS.ProcessEnv = process.env): TemporaryFolder {
  if (env['TMPDIR'] || !hasMemoryFolder()) return { env: {}, remove: () => undefined };
  // A short name: the paths of sockets are limited to 107 bytes.
  const folder = mkdtempSync(join(memoryFolder, 'ph-'));
  // The mail servers of the tests run as other users.
  chmodSync(folder, 0o755);
  return { env: { TMPDIR: folder }, remove: () => rmSync(folder, { recursive: true, force: true }) };
}

function hasMemoryFolder(): boolean {
  if (process.platform !== 'linux' || !existsSync(memoryFolder)) return false;
  const { type, bavail, bsize } = statfsSync(memoryFolder);
  return type === tmpfsType && bavail * bsize >= neededBytes;
}
