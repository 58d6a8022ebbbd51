import { closeSync, constants, fstatSync, openSync, readSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { Failure, reasonOf } from '../../base/failure.ts';
import { withoutMarks } from '../mbox-marks.ts';
import { mostBytes, stampOf, type ImportItem } from './item.ts';
import { unquoted } from './mbox-quoting.ts';

/**
 * The bytes of a message to import, unpacked and unquoted. Throws Failure, its message saying why in one sentence:
 * `unreadable`, `file_changed`, `too_large`, `empty_message`, `bad_gzip`.
 */
export function loadItem({ file, start, end, stamp, unquote }: ImportItem): Buffer {
  const handle = openFile(file);
  try {
    const found = fstatSync(handle);
    if (!found.isFile()) throw new Failure('invalid', 'unreadable', 'It is not a file.');
    if (stamp !== null && stamp !== stampOf(found))
      throw new Failure('conflict', 'file_changed', 'The file was changed while it was being imported.');
    const bytes = readStretch(handle, start, Math.min(end ?? found.size, found.size));
    const unpacked = end === null && isPacked(bytes) ? unpack(bytes) : bytes;
    if (unpacked.length === 0) throw new Failure('invalid', 'empty_message', 'It is empty.');
    return unquote === null ? unpacked : withoutMarks(unquoted(unpacked));
  } finally {
    closeSync(handle);
  }
}

export const tooLarge = `It is larger than ${mostBytes / 1e6} MB.`;

/** No link is followed, and something that is no file is not waited for. Windows knows neither word. */
const openFlags = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0);

function openFile(file: string): number {
  try {
    return openSync(file, openFlags);
  } catch (cause) {
    throw unreadable(cause);
  }
}

function readStretch(handle: number, start: number, end: number): Buffer {
  if (end - start > mostBytes) throw new Failure('invalid', 'too_large', tooLarge);
  const bytes = Buffer.allocUnsafe(Math.max(0, end - start));
  let filled = 0;
  while (filled < bytes.length) {
    const count = read(handle, bytes, filled, start + filled);
    if (count === 0) break;
    filled += count;
  }
  return bytes.subarray(0, filled);
}

function read(handle: number, bytes: Buffer, filled: number, position: number): number {
  try {
    return readSync(handle, bytes, filled, bytes.length - filled, position);
  } catch (cause) {
    throw unreadable(cause);
  }
}

/** The two bytes gzip begins with, which no message begins with (RFC 1952, section 2.3.1). */
export function isPacked(bytes: Uint8Array): boolean {
  return bytes[0] === 0x1f && bytes[1] === 0x8b;
}

function unpack(bytes: Buffer): Buffer {
  try {
    return gunzipSync(bytes, { maxOutputLength: mostBytes });
  } catch (cause) {
    if (cause instanceof Error && 'code' in cause && cause.code === 'ERR_BUFFER_TOO_LARGE')
      throw new Failure('invalid', 'too_large', tooLarge);
    throw new Failure('invalid', 'bad_gzip', `It cannot be unpacked: ${reasonOf(cause)}.`, { cause });
  }
}

function unreadable(cause: unknown): Failure {
  return new Failure('invalid', 'unreadable', whyUnreadable(cause), { cause });
}

const reasons: Record<string, string> = {
  ENOENT: 'It is not there any more.',
  EACCES: 'It may not be read by this user.',
  EPERM: 'It may not be read by this user.',
  ELOOP: 'It is a link.',
  ENAMETOOLONG: 'Its name is too long.',
  EIO: 'The disk could not read it.',
};

/** Why something of the file system could not be read, as a sentence without its path. */
export function whyUnreadable(thrown: unknown): string {
  const code = thrown instanceof Error && 'code' in thrown ? String(thrown.code) : '';
  return reasons[code] ?? `It cannot be read (${code || reasonOf(thrown)}).`;
}
