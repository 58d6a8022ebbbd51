import { posix } from 'node:path';
import { readTextFile } from './text-file.ts';

/** Reads a file that may be missing; undefined also if it cannot be read. */
export type ReadOptionalFile = (file: string) => string | undefined;

/** For files of other programs: one that cannot be read is not a problem of Posthorn. */
export const readOptionalFile: ReadOptionalFile = (file) => {
  try {
    return readTextFile(file);
  } catch {
    return undefined;
  }
};

/**
 * The download folder that `user-dirs.dirs` names (freedesktop.org, xdg-user-dirs): an absolute path, or one below `$HOME`.
 * The home folder itself means that there is none.
 */
export function userDownloadDir(userDirs: string, home: string): string | undefined {
  const lines = userDirs.matchAll(/^[ \t]*XDG_DOWNLOAD_DIR[ \t]*=[ \t]*"(\$HOME(?=[/"])|(?=\/))((?:[^"\\\n]|\\.)*)"/gm);
  const [, base = '', rest = ''] = [...lines].at(-1) ?? [];
  const path = `${base === '' ? '' : home}${rest.replaceAll(/\\(.)/g, '$1')}`;
  if (path === '') return undefined;
  const folder = posix.resolve(path);
  return folder === posix.resolve(home) ? undefined : folder;
}
