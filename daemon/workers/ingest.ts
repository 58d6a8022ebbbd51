import { systemClock } from '../base/clock.ts';
import { serveWorker, workerInput } from '../base/worker.ts';
import type { Account } from '../mail/accounts.ts';
import { ingest, type IngestBatch } from '../mail/ingest.ts';
import { saveFolders } from '../mail/labels.ts';
import { removePartialBlobs } from '../mail/source.ts';
import type { RemoteFolder } from '../providers/provider.ts';
import { openWritable } from '../store/db.ts';
import type { StoreFiles } from '../store/open.ts';
import { bulkTurn, type TurnBuffer } from '../store/turn.ts';

const { files, turn } = workerInput<{ files: StoreFiles; turn: TurnBuffer }>();

// The server still has what a power cut takes from here, so commits need not wait for the disk.
const db = openWritable(files.mail, { durability: 'normal', turn: bulkTurn(turn) });
const parts = { db, blobs: files.blobs, now: systemClock.now, sortKeys: new Map<number, number>() };

removePartialBlobs(files.blobs);

const calls = {
  async ingest(batch: IngestBatch) {
    const outcome = await ingest(parts, batch);
    db.exec('PRAGMA wal_checkpoint(PASSIVE)');
    return outcome;
  },
  saveFolders: ({ account, folders }: { account: Pick<Account, 'id' | 'account_id'>; folders: RemoteFolder[] }) =>
    db.transaction(() => saveFolders(db, account, folders)),
};

export type IngestCalls = typeof calls;

serveWorker(calls, { close: () => db.close() });
