import { chmodSync, lstatSync, readdirSync, type Stats } from 'node:fs';
import { join } from 'node:path';
import type { Log } from '../base/log.ts';
import { isMissing } from './private-file.ts';
import type { Paths } from './paths.ts';

/** The files and folders that Posthorn makes in the data folder, which may contain others. */
const ownNames =
  /^(?:(?:mail|index|activity|lock)\.db.*|identity\.json|restore.*|before-.*|blobs|logs|attachments|backups|code-cache|desktop|import|import-files|tokens|run)$/;

type PrivatePaths = Pick<Paths, 'dataDir' | 'secretsFile' | 'vaultFile' | 'daemonTokenFile' | 'tokenDir'> & {
  bridgeTokenFile: string;
};

/**
 * Removes the rights of other users to all that this instance stores. Returns the paths that they could read until now,
 * which are logged; a path in a closed folder was safe. What cannot be changed is logged and left to the doctor. Windows
 * has no such modes.
 */
export function closeToOthers(paths: PrivatePaths, log: Log): string[] {
  if (process.platform === 'win32') return [];
  const { dataDir, secretsFile, vaultFile, daemonTokenFile, bridgeTokenFile, tokenDir } = paths;
  const isDataDirOpen = isOpen(statsOf(dataDir));
  const stored = ownPathsIn(dataDir).filter((path) => closePath(path, log) && isDataDirOpen);
  const secrets = [secretsFile, vaultFile, daemonTokenFile, bridgeTokenFile, tokenDir].filter((path) =>
    closePath(path, log),
  );
  const closed = [...new Set([...secrets, ...stored])];
  for (const path of closed) log.warn({ path }, 'other users could read this; now only its owner can');
  return closed;
}

function ownPathsIn(dataDir: string): string[] {
  try {
    return readdirSync(dataDir)
      .filter((name) => ownNames.test(name))
      .map((name) => join(dataDir, name));
  } catch (failed) {
    if (isMissing(failed)) return [];
    throw failed;
  }
}

/** Whether the path was open to other users and is closed now. A link is left unchanged: it is the user's own. */
function closePath(path: string, log: Log): boolean {
  const stats = statsOf(path);
  if (!stats || !isOpen(stats) || (!stats.isFile() && !stats.isDirectory())) return false;
  try {
    chmodSync(path, stats.isDirectory() ? 0o700 : 0o600);
    return true;
  } catch (failed) {
    log.warn({ err: failed, path }, 'other users can read this, and that could not be changed');
    return false;
  }
}

/** Undefined also for a path in a folder that this user may not look into. */
function statsOf(path: string): Stats | undefined {
  try {
    return lstatSync(path, { throwIfNoEntry: false });
  } catch (failed) {
    if (failed instanceof Error && 'code' in failed && failed.code === 'EACCES') return undefined;
    throw failed;
  }
}

function isOpen(stats: Stats | undefined): boolean {
  return stats !== undefined && (stats.mode & 0o077) !== 0;
}
