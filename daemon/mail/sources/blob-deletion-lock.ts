import { sql, type ReadDb } from '../../store/db.ts';
import { removeBlobs } from './source.ts';

/** While it is held, unreferenced blobs are not deleted from the disk. Shared by all threads. */
export type BlobDeletionLock = SharedArrayBuffer;

export function createBlobDeletionLock(): BlobDeletionLock {
  return new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT);
}

/** Acquires the lock. A backup calls it before the instant of its snapshot. */
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
 * Deletes blobs whose messages were deleted, or defers it to the next call after the lock is released. Call it after
 * the transaction that deleted the messages, so that no lock is missed.
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
    // A new message may have the same attachment meanwhile.
    removeBlobs(
      blobs,
      waiting.filter((hash) => !db.get(sql`SELECT 1 FROM source_blobs WHERE hash = ${hash}`)),
    );
    waiting = [];
  };
}
