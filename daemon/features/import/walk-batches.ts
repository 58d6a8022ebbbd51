import type { WalkEntry, ImportPosition } from '../../mail/import/walk-entry.ts';
import type { ImportItem } from '../../mail/import/import-item.ts';
import type { Problem } from './contract.ts';

/** The messages that are stored and counted together. All go to one folder. */
export type WalkBatch = {
  folder: string;
  items: ImportItem[];
  bytes: number;
  problems: Problem[];
  passedOver: number;
  /** A mailbox file starts after this batch: `isAgain` if a part of it was read before. */
  mailbox?: { file: string; isAgain: boolean };
  at: ImportPosition;
  units: number;
};

const maxMessages = 200;
const maxBytes = 4_000_000;

/** Splits the entries of a walk into batches, in order. */
export async function* walkBatches(found: AsyncIterable<WalkEntry>): AsyncGenerator<WalkBatch> {
  let batch: WalkBatch | undefined;
  for await (const each of found) {
    if (batch && each.kind === 'message' && !fits(batch, each)) {
      yield batch;
      batch = undefined;
    }
    batch ??= { folder: '', items: [], bytes: 0, problems: [], passedOver: 0, at: each.position, units: each.units };
    addToBatch(batch, each);
    if (!batch.mailbox) continue;
    yield batch;
    batch = undefined;
  }
  if (batch) yield batch;
}

function fits(batch: WalkBatch, { folder, size }: Extract<WalkEntry, { kind: 'message' }>): boolean {
  if (batch.items.length === 0) return true;
  return batch.folder === folder && batch.items.length < maxMessages && batch.bytes + size <= maxBytes;
}

function addToBatch(batch: WalkBatch, found: WalkEntry): void {
  batch.at = found.position;
  batch.units = found.units;
  switch (found.kind) {
    case 'message':
      batch.folder = found.folder;
      batch.items.push(found.item);
      batch.bytes += found.size;
      return;
    case 'trouble':
      batch.problems.push({ file: found.file, reason: found.reason });
      return;
    case 'other':
      batch.passedOver++;
      return;
    case 'mailbox':
      batch.mailbox = { file: found.file, isAgain: found.isReread };
  }
}
