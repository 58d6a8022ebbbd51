import { realpath, stat } from 'node:fs/promises';
import { isAbsolute, join } from 'node:path';
import { Failure } from '../../base/failure.ts';
import { whyUnreadable } from './load-item.ts';
import { detectFormat } from './detect-format.ts';
import { maildirEntries } from './maildir.ts';
import { sourceDirectories } from './source-directories.ts';

/** A folder with more non-mail files than this is accepted here; the job reports that it contains no mail. */
const maxInspectedFiles = 2_000;

/**
 * The path of an importable source, with links resolved. Throws Failure `bad_path` (relative), `path_missing`,
 * `path_unreadable`, `nothing_to_import`.
 */
export async function importableSource(path: string): Promise<string> {
  if (!isAbsolute(path) || path.includes('\0'))
    throw new Failure('invalid', 'bad_path', `${JSON.stringify(path)} isn’t the whole path of a file or folder.`);
  const real = await resolvePath(path);
  if (!(await containsMail(real)))
    throw new Failure(
      'invalid',
      'nothing_to_import',
      `There is no mail in ${path}. You can import a Maildir, mbox files and message files (.eml), also compressed with gzip.`,
    );
  return real;
}

async function resolvePath(path: string): Promise<string> {
  try {
    const real = await realpath(path);
    const stats = await stat(real);
    if (!stats.isFile() && !stats.isDirectory())
      throw new Failure('invalid', 'path_unreadable', `${path} isn’t a file or folder.`);
    return real;
  } catch (cause) {
    if (cause instanceof Failure) throw cause;
    const isMissing =
      cause instanceof Error && 'code' in cause && (cause.code === 'ENOENT' || cause.code === 'ENOTDIR');
    if (isMissing) throw new Failure('missing', 'path_missing', `There’s nothing at ${path}.`, { cause });
    throw unreadable(path, whyUnreadable(cause));
  }
}

async function containsMail(path: string): Promise<boolean> {
  let inspected = 0;
  for await (const { isMaildir, dir, files, isSingleFile, problem } of sourceDirectories({ path, folder: null })) {
    if (problem !== undefined && dir === path) throw unreadable(path, problem);
    if (isMaildir && (await maildirEntries(dir)).length > 0) return true;
    for (const file of files) {
      if (inspected++ === maxInspectedFiles) return true;
      const format = await detectFormat(join(dir, file)).catch(whyUnreadable);
      if (isSingleFile && typeof format === 'string') throw unreadable(path, format);
      // The job reports unreadable files one by one.
      if (format !== undefined) return true;
    }
  }
  return false;
}

function unreadable(path: string, reason: string): Failure {
  return new Failure('refused', 'path_unreadable', `${path} can’t be imported. ${reason}`);
}
