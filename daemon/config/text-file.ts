import { isUtf8 } from 'node:buffer';
import { closeSync, constants, fstatSync, openSync, readSync } from 'node:fs';
import { isMissing } from './private-file.ts';

/** A larger file is not one that a person wrote, and would delay the start. */
const maxBytes = 1_000_000;

/** The text of a file; undefined if it does not exist. Never waits. Throws an error with a reason that `systemReason` words. */
export function readTextFile(file: string): string | undefined {
  const bytes = readBytes(file);
  if (bytes === undefined) return undefined;
  if (!isUtf8(bytes)) throw new Error('it isn’t UTF-8 text');
  return bytes.toString('utf8');
}

function readBytes(file: string): Buffer | undefined {
  const descriptor = openIfPresent(file);
  if (descriptor === undefined) return undefined;
  try {
    const stat = fstatSync(descriptor);
    if (stat.isDirectory()) throw new Error('it is a folder');
    if (!stat.isFile()) throw new Error('it isn’t a file');
    const bytes = Buffer.alloc(maxBytes + 1);
    let length = 0;
    for (let count = -1; count !== 0 && length < bytes.length; length += count)
      count = readSync(descriptor, bytes, length, bytes.length - length, null);
    if (length > maxBytes) throw new Error('it is larger than 1 MB');
    return bytes.subarray(0, length);
  } finally {
    closeSync(descriptor);
  }
}

/** Without O_NONBLOCK, opening a named pipe waits for its writer. Windows has no such flag and no such pipes. */
function openIfPresent(file: string): number | undefined {
  try {
    return openSync(file, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
  } catch (thrown) {
    if (isMissing(thrown)) return undefined;
    throw thrown;
  }
}
