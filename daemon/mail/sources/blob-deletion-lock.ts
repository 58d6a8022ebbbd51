import { sql, type ReadDb } from '../../store/db.ts';
import { removeBlobs } from './source.ts';

/** While it is held, cut-out stretches stay on the disk though no message names them any more. Shared by all threads. */
export type BlobDeletionLock = SharedArrayBuffer;

export function createBlobDeletionLock(): BlobDeletionLock {
  return new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT);
}

/** Holds from now on. Whoever copies the store calls it before the moment the copy is of. */
export function lockBlobDeletion(lock: BlobDeletionLock): void {
  Atomics.store(new Int32Array(lock), 0, 1);
}

export function unlockBlobDeletion(lock: BlobDeletionLock): void {
  Atomics.store(new Int32Array(lock), 0, 0);
}

export function isBlobDeletionLocked(lock: BlobDeletionLock): boolean {
  return Atomics.load(new Int32Array(lock), 0) === 1;
}

/**
 * Removes stretches whose messages have gone, or does so with the next call after a hold. Call it after the transaction
 * that removed the messages, so that no hold is missed.
 */
export function createBlobRemover({
  db,
  blobs,
  deletionLock,
}: {
  db: ReadDb;
  blobs: string;
  deletionLock: BlobDeletionLock;
}) {
  let waiting: string[] = [];
  return (hashes: readonly string[]): void => {
    waiting.push(...hashes);
    if (waiting.length === 0 || isBlobDeletionLocked(deletionLock)) return;
    // Meanwhile another message may have come that has the same attachment.
    removeBlobs(
      blobs,
      waiting.filter((hash) => !db.get(sql`SELECT 1 FROM source_blobs WHERE hash = ${hash}`)),
    );
    waiting = [];
  };
}
