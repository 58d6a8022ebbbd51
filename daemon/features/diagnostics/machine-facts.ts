import { chmod, lstat, readFile, stat } from 'node:fs/promises';
import { Failure } from '../../base/failure.ts';
import { systemReason } from '../../base/system-reason.ts';
import { isListening, isPipe } from '../../base/socket-probe.ts';
import { isMissing } from '../../config/private-file.ts';
import type { StoreFiles } from '../../store/open.ts';

/** The paths of the daemon's data; absent paths are not in use. */
export type DataPaths = {
  dataDir: string;
  files: StoreFiles;
  logFile?: string | undefined;
  socketPath?: string | undefined;
  /** Files that contain a secret, and folders of such files. */
  secretFiles: readonly string[];
  /** The token files among them. */
  tokenFiles: readonly string[];
};

export type DiskFacts = {
  hasDataDir: boolean;
  hasDatabase: boolean;
  hasIndex: boolean;
  /** Bytes; a database includes its write-ahead log. */
  mail: number;
  index: number;
  log: number;
  free: number | null;
};

/** File sizes and free space. `freeBytes` is null if the system does not report it. */
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

/** Undefined if the file does not exist. */
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

/** A file or folder of the daemon that other users of this computer can access. */
export type ExposedPath = { path: string; isFolder: boolean };

/** Paths that other users can access. Inside a closed folder the rights of files do not matter. */
export async function exposedPaths({ dataDir, files, logFile, secretFiles }: DataPaths): Promise<ExposedPath[]> {
  if (process.platform === 'win32') return [];
  const exposedDataDir = await exposedPath(dataDir);
  const inside = [files.mail, files.index, files.activity, ...(logFile === undefined ? [] : [logFile])];
  const databases = inside.flatMap((file) => [file, `${file}-wal`, `${file}-shm`]);
  const candidates = [...(exposedDataDir ? [files.blobs, ...databases] : []), ...secretFiles];
  const exposed = await Promise.all(candidates.map(exposedPath));
  return [exposedDataDir, ...exposed].filter((path) => path !== undefined);
}

async function exposedPath(path: string): Promise<ExposedPath | undefined> {
  const stats = await ifPresent(lstat(path));
  if (!stats || stats.isSymbolicLink() || (stats.mode & 0o077) === 0) return undefined;
  return { path, isFolder: stats.isDirectory() };
}

/** A token that the user has chosen and that might be guessed. */
export type ShortToken = { path: string; characters: number };

/** A token of this length cannot be guessed if its characters are random. */
const safeTokenLength = 16;

export async function shortTokensIn({ tokenFiles }: Pick<DataPaths, 'tokenFiles'>): Promise<ShortToken[]> {
  const tokens = await Promise.all(
    tokenFiles.map(async (path) => ({ path, characters: (await tokenIn(path)).length })),
  );
  return tokens.filter(({ characters }) => characters > 0 && characters < safeTokenLength);
}

/** Empty if the file cannot be read now: the token that was read at the start is still in use. */
async function tokenIn(path: string): Promise<string> {
  try {
    return (await readFile(path, 'utf8')).trim();
  } catch {
    return '';
  }
}

/** Removes all rights of other users. Throws Failure `modes_unchanged`. */
export async function restrictPaths(paths: readonly ExposedPath[]): Promise<void> {
  for (const { path, isFolder } of paths) {
    try {
      await chmod(path, isFolder ? 0o700 : 0o600);
    } catch (cause) {
      const sentence = `Couldn’t change the permissions of ${path} (${systemReason(cause)}). Change them yourself so that only you have access.`;
      throw new Failure('unavailable', 'modes_unchanged', sentence, { cause });
    }
  }
}
