import { systemClock } from '../base/clock.ts';
import { serveWorker, workerInput } from '../base/worker.ts';
import { areBlobsHeld, blobRemover, type BlobHold } from '../mail/blob-hold.ts';
import { recountSome, type RecountPlace } from '../mail/audit/recount.ts';
import { recountContacts } from '../mail/contacts.ts';
import { loadItem } from '../mail/import/load.ts';
import { storeImported, type ImportPiece } from '../mail/import/store.ts';
import { textGiver, type TextRing } from '../mail/index/handed-texts.ts';
import { finishPass, ingest, recognise, takeFolders, type IngestBatch } from '../mail/ingest.ts';
import type { IngestParts } from '../mail/ingest-pass.ts';
import { readingPulse, type PulseBuffer } from '../mail/reading-pulse.ts';
import { removePartialBlobs, removeUnnamedBlobs } from '../mail/source.ts';
import type { RemoteFolder } from '../providers/provider.ts';
import { openWritable } from '../store/db.ts';
import type { StoreFiles } from '../store/open.ts';
import { bulkTurn, type TurnBuffer } from '../store/turn.ts';

const { files, isUnclean, turn, pulse, texts, hold } = workerInput<{
  files: StoreFiles;
  /** The last process did not end in good order. */
  isUnclean: boolean;
  turn: TurnBuffer;
  pulse: PulseBuffer;
  texts: TextRing;
  hold: BlobHold;
}>();

// The server still has what a power cut takes from here, so commits need not wait for the disk.
const bulk = bulkTurn(turn);
const db = openWritable(files.mail, { durability: 'normal', turn: bulk });
const parts: IngestParts = {
  db,
  blobs: files.blobs,
  removeBlobs: blobRemover({ db, blobs: files.blobs, hold }),
  now: systemClock.now,
  sortKeys: new Map(),
  isWanted: bulk.isWanted,
  pulse: readingPulse(pulse),
  texts: textGiver(texts),
};

removePartialBlobs(files.blobs);
if (isUnclean && !areBlobsHeld(hold)) removeUnnamedBlobs(db, files.blobs);

/** Messages after which what was logged is moved into the database; each time waits for the disk. */
const checkpointEvery = 1_000;
let stored = 0;

/** Between two batches, when nobody waits for this thread to let the database go. */
function checkpoint(added: number): void {
  stored += added;
  if (stored < checkpointEvery) return;
  db.exec('PRAGMA wal_checkpoint(PASSIVE)');
  stored = 0;
}

const calls = {
  async ingest(batch: IngestBatch) {
    const outcome = await ingest(parts, batch);
    checkpoint(outcome.added.length);
    return outcome;
  },
  recognise: (told: Parameters<typeof recognise>[1]) => recognise(parts, told),
  finishPass: (ended: Parameters<typeof finishPass>[1]) => finishPass(parts, ended),
  async importPiece(piece: ImportPiece) {
    const outcome = await storeImported(parts, piece, loadItem);
    checkpoint(outcome.added);
    return outcome;
  },
  /** Counts every contact of an account anew. */
  recountContacts: async (account: number) => recountContacts(db, account),
  /** Puts a few of an account's lists and counters right. */
  recountSome: ({ account, place }: { account: number; place: RecountPlace }) => recountSome(db, account, place),
  takeFolders: (list: { account: IngestBatch['account']; folders: readonly RemoteFolder[] }) =>
    takeFolders(parts, list),
};

export type IngestCalls = typeof calls;

serveWorker(calls, {
  close() {
    parts.removeBlobs([]);
    db.close();
  },
});
