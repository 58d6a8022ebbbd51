import { createHash } from 'node:crypto';
import { closeSync, constants, fstatSync, fsyncSync, openSync, readSync, writeSync } from 'node:fs';

/**
 * The progress of a copy in bytes. `advance` and `commit` throw if the work was cancelled; after `commit` it cannot be
 * cancelled.
 */
export type Progress = { setTotal(bytes: number): void; advance(bytes: number): void; commit(): void };

const chunkBytes = 1_000_000;

/** The size and SHA-256 of a file. */
export function hashFile(file: string, { advance }: Pick<Progress, 'advance'>): { size: number; sha256: string } {
  return readHashed(file, (piece) => advance(piece.length));
}

/** Copies a regular file to a new file that only its owner can read. Returns the size and hash of the bytes read. */
export function copyFile(
  from: string,
  to: string,
  { advance }: Pick<Progress, 'advance'>,
): { size: number; sha256: string } {
  const descriptor = openSync(to, 'wx', 0o600);
  try {
    const facts = readHashed(from, (piece) => {
      for (let at = 0; at < piece.length;) at += writeSync(descriptor, piece, at);
      advance(piece.length);
    });
    fsyncSync(descriptor);
    return facts;
  } finally {
    closeSync(descriptor);
  }
}

/** Flushes a file to the disk, so that it survives a power failure. */
export function flushFile(file: string): void {
  const descriptor = openSync(file, 'r+');
  try {
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}

function readHashed(file: string, onChunk: (chunk: Buffer) => void): { size: number; sha256: string } {
  // Do not follow links, which could lead anywhere, and do not open pipes, which would never end.
  const descriptor = openSync(file, constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0));
  try {
    if (!fstatSync(descriptor).isFile()) throw new Error(`${file} is no plain file`);
    const hash = createHash('sha256');
    const buffer = Buffer.allocUnsafe(chunkBytes);
    let size = 0;
    for (let read = readSync(descriptor, buffer); read > 0; read = readSync(descriptor, buffer)) {
      const chunk = buffer.subarray(0, read);
      hash.update(chunk);
      size += read;
      onChunk(chunk);
    }
    return { size, sha256: hash.digest('hex') };
  } finally {
    closeSync(descriptor);
  }
}
