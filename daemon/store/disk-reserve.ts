import { randomBytes } from 'node:crypto';
import { rmSync, statSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { diskProblemOf } from '../base/disk-failure.ts';
import { freeBytesIn } from '../base/free-bytes.ts';

/** The size of the reserve, in bytes. */
export const defaultReserveBytes = 8 * 1024 * 1024;

/** With less free space than this, a database cannot be opened. */
const minFreeBytes = 256 * 1024;

const pieceBytes = 256 * 1024;

/**
 * A file that only occupies space. It is released when the disk is full, so that what the user has just written can still
 * be saved.
 */
function reserveFile(folder: string): string {
  return join(folder, 'disk-reserve');
}

function hasReserve(folder: string, bytes: number): boolean {
  return bytes === 0 || statSync(reserveFile(folder), { throwIfNoEntry: false })?.size === bytes;
}

/**
 * Makes the reserve, unless there is one. Leaves at least as much space free besides; returns false where there is too
 * little. The content is random, because some file systems store zeros in no space.
 */
export async function makeReserve(folder: string, bytes: number): Promise<boolean> {
  if (hasReserve(folder, bytes)) return true;
  const free = freeBytesIn(folder);
  if (free !== null && free < 2 * bytes) return false;
  const file = reserveFile(folder);
  try {
    const handle = await open(file, 'w', 0o600);
    try {
      const piece = randomBytes(pieceBytes);
      for (let written = 0; written < bytes; written += pieceBytes)
        await handle.write(piece, 0, Math.min(pieceBytes, bytes - written));
      await handle.sync();
    } finally {
      await handle.close();
    }
    return true;
  } catch (thrown) {
    if (diskProblemOf(thrown) === undefined) throw thrown;
    // A part of the reserve would only occupy space that is needed now.
    releaseReserve(folder);
    return false;
  }
}

/** Returns whether there was a reserve to release. */
export function releaseReserve(folder: string): boolean {
  const file = reserveFile(folder);
  try {
    if (!statSync(file, { throwIfNoEntry: false })) return false;
    rmSync(file);
    return true;
  } catch (thrown) {
    if (diskProblemOf(thrown) === undefined) throw thrown;
    return false;
  }
}

/**
 * Call it before the databases are opened: if space is short, the reserve is released, so that they can be opened. Returns
 * whether space is short.
 */
export function releaseReserveIfShort(folder: string, bytes: number): boolean {
  const free = freeBytesIn(folder);
  if (free === null || free >= bytes) return false;
  return releaseReserve(folder) || free < minFreeBytes;
}
