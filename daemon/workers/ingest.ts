import { systemClock } from '../base/clock.ts';
import { serveWorker, workerInput } from '../base/worker.ts';
import { isBlobDeletionLocked, createBlobRemover, type BlobDeletionLock } from '../mail/sources/blob-deletion-lock.ts';
import { recountBatch, type RecountPosition } from '../mail/audit/recount.ts';
import { recountContacts } from '../mail/contacts/contacts.ts';
import { loadItem } from '../mail/import/load-item.ts';
import { storeImportBatch, type ImportBatch } from '../mail/import/store-batch.ts';
import { sharedTextWriter, type SharedTextBuffer } from '../mail/index/shared-text-buffer.ts';
import { finishPass, ingest, placeKnownMessages, syncFolders, type IngestBatch } from '../mail/ingest/ingest.ts';
import type { IngestDeps } from '../mail/ingest/ingest-pass.ts';
import { ingestWatchdog, type WatchdogBuffer } from '../mail/ingest/watchdog.ts';
import { removePartialBlobs, removeUnreferencedBlobs } from '../mail/sources/source.ts';
import type { RemoteFolder } from '../providers/provider.ts';
import { openWritable } from '../store/db.ts';
import type { StoreFiles } from '../store/open.ts';
import { bulkWriteLock, type WriteLockBuffer } from '../store/write-lock.ts';

const { files, isUnclean, writeLockBuffer, watchdog, sharedTexts, blobLock } = workerInput<{
  files: StoreFiles;
  /** The last process did not end in an orderly way. */
  isUnclean: boolean;
  writeLockBuffer: WriteLockBuffer;
  watchdog: WatchdogBuffer;
  sharedTexts: SharedTextBuffer;
  blobLock: BlobDeletionLock;
}>();

// The server still has all mail that a power failure loses here, so commits need not wait for the disk.
const bulkLock = bulkWriteLock(writeLockBuffer);
const db = openWritable(files.mail, { durability: 'normal', writeLock: bulkLock });
const deps: IngestDeps = {
  db,
  blobs: files.blobs,
  removeBlobs: createBlobRemover({ db, blobs: files.blobs, deletionLock: blobLock }),
  now: systemClock.now,
  sortKeys: new Map(),
  isWriterWaiting: bulkLock.isContended,
  watchdog: ingestWatchdog(watchdog),
  sharedTexts: sharedTextWriter(sharedTexts),
};

removePartialBlobs(files.blobs);
if (isUnclean && !isBlobDeletionLocked(blobLock)) removeUnreferencedBlobs(db, files.blobs);

/** The number of messages after which the write-ahead log is checkpointed; each checkpoint waits for the disk. */
const messagesPerCheckpoint = 1_000;
let storedSinceCheckpoint = 0;

/** Runs between two batches, when no other thread waits for this thread to release the database. */
function checkpoint(added: number): void {
  storedSinceCheckpoint += added;
  if (storedSinceCheckpoint < messagesPerCheckpoint) return;
  db.exec('PRAGMA wal_checkpoint(PASSIVE)');
  storedSinceCheckpoint = 0;
}

const calls = {
  async ingest(batch: IngestBatch) {
    const outcome = await ingest(deps, batch);
    checkpoint(outcome.added.length);
    return outcome;
  },
  placeKnownMessages: (recognition: Parameters<typeof placeKnownMessages>[1]) => placeKnownMessages(deps, recognition),
  finishPass: (pass: Parameters<typeof finishPass>[1]) => finishPass(deps, pass),
  async storeImportBatch(piece: ImportBatch) {
    const outcome = await storeImportBatch(deps, piece, loadItem);
    checkpoint(outcome.added);
    return outcome;
  },
  /** Recounts all contacts of an account. */
  recountContacts: async (account: number) => recountContacts(db, account),
  /** Repairs some of an account's lists and counters. */
  recountBatch: ({ account, position }: { account: number; position: RecountPosition }) =>
    recountBatch(db, account, position),
  syncFolders: (list: { account: IngestBatch['account']; folders: readonly RemoteFolder[] }) => syncFolders(deps, list),
};

export type IngestCalls = typeof calls;

serveWorker(calls, {
  close() {
    deps.removeBlobs([]);
    db.close();
  },
});
