import { systemClock } from '../base/clock.ts';
import { serveWorker, workerInput } from '../base/worker.ts';
import type { Account } from '../mail/accounts.ts';
import { loadItem } from '../mail/import/load.ts';
import { storeImported, type ImportPiece } from '../mail/import/store.ts';
import { textGiver, type TextRing } from '../mail/index/handed-texts.ts';
import { ingest, type IngestBatch, type IngestParts } from '../mail/ingest.ts';
import { saveFolders } from '../mail/labels.ts';
import { readingPulse, type PulseBuffer } from '../mail/reading-pulse.ts';
import { removePartialBlobs } from '../mail/source.ts';
import type { RemoteFolder } from '../providers/provider.ts';
import { openWritable } from '../store/db.ts';
import type { StoreFiles } from '../store/open.ts';
import { bulkTurn, type TurnBuffer } from '../store/turn.ts';

const { files, turn, pulse, texts } = workerInput<{
  files: StoreFiles;
  turn: TurnBuffer;
  pulse: PulseBuffer;
  texts: TextRing;
}>();

// The server still has what a power cut takes from here, so commits need not wait for the disk.
const bulk = bulkTurn(turn);
const db = openWritable(files.mail, { durability: 'normal', turn: bulk });
const parts: IngestParts = {
  db,
  blobs: files.blobs,
  now: systemClock.now,
  sortKeys: new Map(),
  isWanted: bulk.isWanted,
  pulse: readingPulse(pulse),
  texts: textGiver(texts),
};

removePartialBlobs(files.blobs);

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
  async importPiece(piece: ImportPiece) {
    const outcome = await storeImported(parts, piece, loadItem);
    checkpoint(outcome.added);
    return outcome;
  },
  saveFolders: ({ account, folders }: { account: Pick<Account, 'id' | 'account_id'>; folders: RemoteFolder[] }) =>
    db.transaction(() => saveFolders(db, account, folders)),
};

export type IngestCalls = typeof calls;

serveWorker(calls, { close: () => db.close() });
