import { createHash } from 'node:crypto';
import { closeSync, constants, fstatSync, fsyncSync, openSync, readSync, writeSync } from 'node:fs';

/** How far a copy is, in bytes. `did` throws once nobody wants it any more. */
/**
 * How far it is. `did` and `goesThrough` throw where the work was broken off; after the latter it cannot be any more.
 */
export type Progress = { expect(bytes: number): void; did(bytes: number): void; goesThrough(): void };

const pieceBytes = 1_000_000;

/** The size and SHA-256 of a file. */
export function factsOf(file: string, { did }: Pick<Progress, 'did'>): { size: number; sha256: string } {
  return reading(file, (piece) => did(piece.length));
}

/** Copies a plain file to a new one, which its owner alone may read. Gives what was read of it. */
export function copyFile(from: string, to: string, { did }: Pick<Progress, 'did'>): { size: number; sha256: string } {
  const descriptor = openSync(to, 'wx', 0o600);
  try {
    const facts = reading(from, (piece) => {
      for (let at = 0; at < piece.length;) at += writeSync(descriptor, piece, at);
      did(piece.length);
    });
    fsyncSync(descriptor);
    return facts;
  } finally {
    closeSync(descriptor);
  }
}

/** Has what was written to a file outlive a power cut. */
export function flushFile(file: string): void {
  const descriptor = openSync(file, 'r+');
  try {
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}

function reading(file: string, onPiece: (piece: Buffer) => void): { size: number; sha256: string } {
  // A link could lead anywhere, and a pipe would never end.
  const descriptor = openSync(file, constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0));
  try {
    if (!fstatSync(descriptor).isFile()) throw new Error(`${file} is no plain file`);
    const hash = createHash('sha256');
    const buffer = Buffer.allocUnsafe(pieceBytes);
    let size = 0;
    for (let read = readSync(descriptor, buffer); read > 0; read = readSync(descriptor, buffer)) {
      const piece = buffer.subarray(0, read);
      hash.update(piece);
      size += read;
      onPiece(piece);
    }
    return { size, sha256: hash.digest('hex') };
  } finally {
    closeSync(descriptor);
  }
}
