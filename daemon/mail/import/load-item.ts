import { closeSync, constants, fstatSync, openSync, readSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { Failure } from '../../base/failure.ts';
import { systemReason } from '../../base/system-reason.ts';
import { withoutMboxStatus } from '../export/mbox-status.ts';
import { maxMessageBytes, fingerprintOf, type ImportItem } from './import-item.ts';
import { unquoteFromLines } from './mbox-quoting.ts';

/**
 * The bytes of a message to import, unpacked and unquoted. Throws Failure with a sentence as its message:
 * `unreadable`, `file_changed`, `too_large`, `empty_message`, `bad_gzip`.
 */
export function loadItem({ file, start, end, fingerprint, unquote }: ImportItem): Buffer {
  const handle = openFile(file);
  try {
    const stats = fstatSync(handle);
    if (!stats.isFile()) throw new Failure('invalid', 'unreadable', 'It isn’t a file.');
    if (fingerprint !== null && fingerprint !== fingerprintOf(stats))
      throw new Failure('conflict', 'file_changed', 'The file was changed while it was being imported.');
    const bytes = readRange(handle, start, Math.min(end ?? stats.size, stats.size));
    const content = end === null && isGzipped(bytes) ? gunzip(bytes) : bytes;
    if (content.length === 0) throw new Failure('invalid', 'empty_message', 'It is empty.');
    return unquote === null ? content : withoutMboxStatus(unquoteFromLines(content));
  } finally {
    closeSync(handle);
  }
}

export const tooLargeReason = `It is larger than ${maxMessageBytes / 1e6} MB.`;

/** Links are not followed, and opening a pipe does not block. Windows has neither constant. */
const openFlags = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0);

function openFile(file: string): number {
  try {
    return openSync(file, openFlags);
  } catch (cause) {
    throw unreadable(cause);
  }
}

function readRange(handle: number, start: number, end: number): Buffer {
  if (end - start > maxMessageBytes) throw new Failure('invalid', 'too_large', tooLargeReason);
  const bytes = Buffer.allocUnsafe(Math.max(0, end - start));
  let bytesRead = 0;
  while (bytesRead < bytes.length) {
    const count = read(handle, bytes, bytesRead, start + bytesRead);
    if (count === 0) break;
    bytesRead += count;
  }
  return bytes.subarray(0, bytesRead);
}

function read(handle: number, bytes: Buffer, bytesRead: number, position: number): number {
  try {
    return readSync(handle, bytes, bytesRead, bytes.length - bytesRead, position);
  } catch (cause) {
    throw unreadable(cause);
  }
}

/** The two magic bytes of gzip; a message cannot begin with them (RFC 1952, section 2.3.1). */
export function isGzipped(bytes: Uint8Array): boolean {
  return bytes[0] === 0x1f && bytes[1] === 0x8b;
}

function gunzip(bytes: Buffer): Buffer {
  try {
    return gunzipSync(bytes, { maxOutputLength: maxMessageBytes });
  } catch (cause) {
    if (cause instanceof Error && 'code' in cause && cause.code === 'ERR_BUFFER_TOO_LARGE')
      throw new Failure('invalid', 'too_large', tooLargeReason);
    throw new Failure('invalid', 'bad_gzip', `It can’t be unpacked: ${systemReason(cause)}.`, { cause });
  }
}

function unreadable(cause: unknown): Failure {
  return new Failure('invalid', 'unreadable', whyUnreadable(cause), { cause });
}

const reasons: Record<string, string> = {
  ENOENT: 'It no longer exists.',
  EACCES: 'You don’t have permission to read it.',
  EPERM: 'You don’t have permission to read it.',
  ELOOP: 'It is a link.',
  ENAMETOOLONG: 'Its name is too long.',
  EIO: 'The disk couldn’t read it.',
};

/** Why reading from the file system failed, as a sentence without the path. */
export function whyUnreadable(thrown: unknown): string {
  const code = thrown instanceof Error && 'code' in thrown ? String(thrown.code) : '';
  return reasons[code] ?? `It can’t be read (${systemReason(thrown)}).`;
}
