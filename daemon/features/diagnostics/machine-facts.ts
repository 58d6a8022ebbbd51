import { chmod, lstat, stat } from 'node:fs/promises';
import { Failure, reasonOf } from '../../base/failure.ts';
import { isListening, isPipe } from '../../base/socket-probe.ts';
import { isMissing } from '../../config/private-file.ts';
import type { StoreFiles } from '../../store/open.ts';

/** Where the daemon's own things lie; what is absent is not in use. */
export type DataPaths = {
  dataDir: string;
  files: StoreFiles;
  logFile?: string | undefined;
  socketPath?: string | undefined;
  /** Files that hold a secret, and folders of such. */
  secretFiles: readonly string[];
};

export type DiskFacts = {
  hasDataDir: boolean;
  hasDatabase: boolean;
  hasIndex: boolean;
  /** Bytes; a database counts with its log. */
  mail: number;
  index: number;
  log: number;
  free: number | null;
};

/** Sizes and room, by what the system says of files. `freeBytes` is null where it does not say. */
export async function diskFacts(
  { dataDir, files, logFile }: DataPaths,
  freeBytes: (folder: string) => Promise<number | null>,
): Promise<DiskFacts> {
  const [data, mail, mailLog, index, indexLog, log, free] = await Promise.all([
    sizeOf(dataDir),
    sizeOf(files.mail),
    sizeOf(`${files.mail}-wal`),
    sizeOf(files.index),
    sizeOf(`${files.index}-wal`),
    logFile === undefined ? undefined : sizeOf(logFile),
    freeBytes(dataDir),
  ]);
  return {
    hasDataDir: data !== undefined,
    hasDatabase: mail !== undefined,
    hasIndex: index !== undefined,
    mail: (mail ?? 0) + (mailLog ?? 0),
    index: (index ?? 0) + (indexLog ?? 0),
    log: log ?? 0,
    free,
  };
}

async function sizeOf(path: string): Promise<number | undefined> {
  return (await ifPresent(stat(path)))?.size;
}

/** Undefined where there is nothing of that name. */
async function ifPresent<T>(lookup: Promise<T>): Promise<T | undefined> {
  try {
    return await lookup;
  } catch (thrown) {
    if (isMissing(thrown)) return undefined;
    throw thrown;
  }
}

export type SocketFacts = { exists: boolean; isReachable: boolean; isExpected: boolean };

export async function socketFacts({ socketPath }: DataPaths): Promise<SocketFacts> {
  if (socketPath === undefined) return { exists: false, isReachable: false, isExpected: false };
  const exists = isPipe(socketPath) || (await ifPresent(lstat(socketPath)))?.isSocket() === true;
  return { exists, isReachable: exists && (await isListening(socketPath)), isExpected: true };
}

/** A file or folder of ours that other users of this computer may look into. */
export type ExposedPath = { path: string; isFolder: boolean };

/** What others may look into. In a folder that is closed to them it does not matter what rights its files have. */
export async function exposedPaths({ dataDir, files, logFile, secretFiles }: DataPaths): Promise<ExposedPath[]> {
  if (process.platform === 'win32') return [];
  const exposedDataDir = await exposedPath(dataDir);
  const inside = [files.mail, files.index, files.activity, ...(logFile === undefined ? [] : [logFile])];
  const databases = inside.flatMap((file) => [file, `${file}-wal`, `${file}-shm`]);
  const candidates = [...(exposedDataDir ? databases : []), ...secretFiles];
  const exposed = await Promise.all(candidates.map(exposedPath));
  return [exposedDataDir, ...exposed].filter((path) => path !== undefined);
}

async function exposedPath(path: string): Promise<ExposedPath | undefined> {
  const stats = await ifPresent(lstat(path));
  if (!stats || stats.isSymbolicLink() || (stats.mode & 0o077) === 0) return undefined;
  return { path, isFolder: stats.isDirectory() };
}

/** Takes every right to these from others than their owner. Throws Failure `modes_unchanged`. */
export async function restrictPaths(paths: readonly ExposedPath[]): Promise<void> {
  for (const { path, isFolder } of paths) {
    try {
      await chmod(path, isFolder ? 0o700 : 0o600);
    } catch (cause) {
      const sentence = `The rights of ${path} could not be changed (${reasonOf(cause)}). Take them from others yourself.`;
      throw new Failure('unavailable', 'modes_unchanged', sentence, { cause });
    }
  }
}
