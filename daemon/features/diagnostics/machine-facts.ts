import { chmod, lstat, stat, statfs } from 'node:fs/promises';
import { Failure, reasonOf } from '../../base/failure.ts';
import { isAnswered, isPipe } from '../../base/socket-probe.ts';
import { isMissing } from '../../config/private-file.ts';
import type { StoreFiles } from '../../store/open.ts';

/** Where the daemon's own things lie; what is absent is not in use. */
export type OwnPlaces = {
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
  { dataDir, files, logFile }: OwnPlaces,
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

/** Room on the disk of a folder, in bytes, for who is no administrator. */
export async function freeBytesOf(folder: string): Promise<number | null> {
  try {
    const { bavail, bsize } = await statfs(folder);
    return bavail * bsize;
  } catch {
    // Some file systems do not say.
    return null;
  }
}

async function sizeOf(path: string): Promise<number | undefined> {
  return (await found(stat(path)))?.size;
}

/** Undefined where there is nothing of that name. */
async function found<T>(looking: Promise<T>): Promise<T | undefined> {
  try {
    return await looking;
  } catch (thrown) {
    if (isMissing(thrown)) return undefined;
    throw thrown;
  }
}

export type SocketFacts = { exists: boolean; isReachable: boolean; isExpected: boolean };

export async function socketFacts({ socketPath }: OwnPlaces): Promise<SocketFacts> {
  if (socketPath === undefined) return { exists: false, isReachable: false, isExpected: false };
  const exists = isPipe(socketPath) || (await found(lstat(socketPath)))?.isSocket() === true;
  return { exists, isReachable: exists && (await isAnswered(socketPath)), isExpected: true };
}

/** A file or folder of ours that other users of this computer may look into. */
export type LoosePlace = { path: string; isFolder: boolean };

/** What others may look into. In a folder that is closed to them it does not matter what rights its files have. */
export async function loosePlaces({ dataDir, files, logFile, secretFiles }: OwnPlaces): Promise<LoosePlace[]> {
  if (process.platform === 'win32') return [];
  const isOpen = await loose(dataDir);
  const inside = [files.mail, files.index, files.activity, ...(logFile === undefined ? [] : [logFile])];
  const databases = inside.flatMap((file) => [file, `${file}-wal`, `${file}-shm`]);
  const looked = [...(isOpen ? databases : []), ...secretFiles];
  const places = await Promise.all(looked.map(loose));
  return [isOpen, ...places].filter((place) => place !== undefined);
}

async function loose(path: string): Promise<LoosePlace | undefined> {
  const place = await found(lstat(path));
  if (!place || place.isSymbolicLink() || (place.mode & 0o077) === 0) return undefined;
  return { path, isFolder: place.isDirectory() };
}

/** Takes every right to these from others than their owner. Throws Failure `modes_unchanged`. */
export async function closePlaces(places: readonly LoosePlace[]): Promise<void> {
  for (const { path, isFolder } of places) {
    try {
      await chmod(path, isFolder ? 0o700 : 0o600);
    } catch (cause) {
      const sentence = `The rights of ${path} could not be changed (${reasonOf(cause)}). Take them from others yourself.`;
      throw new Failure('unavailable', 'modes_unchanged', sentence, { cause });
    }
  }
}
