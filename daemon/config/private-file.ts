import {
  chmodSync,
  closeSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { diskProblemOf } from '../base/disk-failure.ts';
import { systemReason } from '../base/system-reason.ts';
import { Failure } from '../base/failure.ts';
import { randomId } from '../base/ids.ts';

/**
 * The secret in `file`, which is created if it does not exist. Surrounding white space is ignored. `tightened` means that
 * other users could read the file until now. Throws `Failure` unavailable `token_unusable` when the path holds anything but
 * a readable token, or no token can be created there.
 */
export function ensureToken(file: string): { token: string; tightened: boolean; created: boolean } {
  try {
    const existing = readToken(file);
    if (existing?.token) return { ...existing, created: false };
    const token = randomId();
    writePrivately(file, `${token}\n`);
    return { token, tightened: existing?.tightened ?? false, created: true };
  } catch (thrown) {
    const message = `The token file ${file} can’t be used: ${systemReason(thrown)}. Remove it, and a new one is created.`;
    throw new Failure('unavailable', 'token_unusable', message, { file, cause: thrown });
  }
}

/** A shorter token was truncated; a longer one does not fit into a header with the other fields. */
const tokenChars = { min: 8, max: 1000 };

function readToken(file: string): { token: string; tightened: boolean } | undefined {
  const stat = statSync(file, { throwIfNoEntry: false });
  if (!stat) return undefined;
  if (!stat.isFile()) throw new Error('something other than a file has that name');
  const tightened = restrictToOwner(file);
  const token = readFileSync(file, 'utf8').trim();
  if (token) requireTokenForm(token);
  return { token, tightened };
}

/** Throws an Error with the reason if `token` is not one word of 8 to 1000 ASCII characters. */
export function requireTokenForm(token: string): void {
  if (!/^[\x21-\x7e]*$/.test(token)) throw new Error('it doesn’t contain a single ASCII word');
  if (token.length < tokenChars.min || token.length > tokenChars.max)
    throw new Error(`its content isn’t ${tokenChars.min} to ${tokenChars.max} characters long`);
}

/**
 * Removes all rights to `file` from users other than its owner; returns whether any had one. Windows has no such modes:
 * there the user's own folders keep other users out.
 */
export function restrictToOwner(file: string): boolean {
  const stat = statSync(file);
  if (process.platform === 'win32' || !stat.isFile() || (stat.mode & 0o077) === 0) return false;
  chmodSync(file, 0o600);
  return true;
}

/** Writes `text` to `file`, readable by its owner only (0600; missing folders get 0700), as `replaceFile` does. */
export function writePrivately(file: string, text: string): void {
  replaceFile(file, text, 0o600);
}

/**
 * Writes `text` to `file` with that mode. A reader sees the old text or the new one, never a part, even after a power
 * failure.
 */
export function replaceFile(file: string, text: string, mode: number): void {
  const folder = dirname(file);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const temporaryFile = join(folder, `.${basename(file)}.${randomId()}`);
  try {
    writeFileSync(temporaryFile, text, { flag: 'wx', mode: 0o600, flush: true });
    // The umask would reduce a mode that is passed when the file is created.
    if (mode !== 0o600) chmodSync(temporaryFile, mode);
    renameSync(temporaryFile, file);
  } catch (thrown) {
    rmSync(temporaryFile, { force: true });
    throw thrown;
  }
  try {
    flushFolder(folder);
  } catch (thrown) {
    // The new text is in place. At most a power failure brings the old one back.
    if (diskProblemOf(thrown) === undefined) throw thrown;
  }
}

/** A rename is durable once its folder is synced to disk. Windows cannot open folders and does not need this. */
export function flushFolder(folder: string): void {
  if (process.platform === 'win32') return;
  const descriptor = openSync(folder, 'r');
  try {
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}

/**
 * Removes `file` while it still holds `text`, and returns whether it did. Content that another process wrote since is kept.
 */
export function removeIfUnchanged(file: string, text: string): boolean {
  try {
    if (readFileSync(file, 'utf8') !== text) return false;
    rmSync(file);
    return true;
  } catch (thrown) {
    if (isMissing(thrown)) return false;
    throw thrown;
  }
}

export function isMissing(thrown: unknown): boolean {
  return thrown instanceof Error && 'code' in thrown && thrown.code === 'ENOENT';
}
