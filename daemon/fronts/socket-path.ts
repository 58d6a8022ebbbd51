import { lstatSync, mkdirSync, rmSync, statSync, type Stats } from 'node:fs';
import { dirname } from 'node:path';
import { Failure } from '../base/failure.ts';
import { isListening, isPipe } from '../base/socket-probe.ts';
import { isMissing } from '../config/private-file.ts';

/**
 * Prepares the path of a socket: its folder exists, private to the owner, and the path is free. The caller holds the lock of
 * the data folder, so a socket without a listener was left by a crash. Throws Failure `socket_in_use`, `socket_path_taken`
 * if another file is at the path, and the failures of `requireOwnFolder`.
 */
export async function prepareSocketPath(path: string): Promise<void> {
  if (isPipe(path)) return;
  const folder = dirname(path);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  requireOwnFolder(folder);
  const stat = statIfExists(path);
  if (!stat) return;
  if (!stat.isSocket())
    throw new Failure('conflict', 'socket_path_taken', `${path} isn’t a socket. Remove it, or set SVC_SOCKET_PATH.`);
  if (await isListening(path))
    throw new Failure('conflict', 'socket_in_use', `Another Posthorn already serves the local socket ${path}.`);
  rmSync(path, { force: true });
}

/**
 * In a folder that other users can write to, they can place a socket of their own. Throws Failure `socket_folder_shared`.
 * The temporary folder itself is allowed, because users cannot remove each other's files there.
 */
function requireOwnFolder(folder: string): void {
  const link = lstatSync(folder);
  const { mode, uid } = statSync(folder);
  const user = process.getuid?.();
  const isOwn = user === undefined || ((uid === user || uid === 0) && (link.uid === user || link.uid === 0));
  const [writableByOthers, sticky] = [0o022, 0o1000];
  if (isOwn && ((mode & writableByOthers) === 0 || (mode & sticky) !== 0)) return;
  throw new Failure(
    'refused',
    'socket_folder_shared',
    `The local socket isn’t opened, because other users can write to ${folder}. Take that right from them, or set SVC_SOCKET_PATH.`,
  );
}

function statIfExists(path: string): Stats | undefined {
  try {
    return lstatSync(path);
  } catch (failed) {
    if (isMissing(failed)) return undefined;
    throw failed;
  }
}
