import { diskFailure, diskProblemOf } from '../../base/disk-failure.ts';
import { failureSentence } from '../../base/system-reason.ts';
import { sql, type ReadDb } from '../../store/db.ts';
import type { Account } from '../accounts/accounts.ts';
import { shareTexts, ingestPass, inSlices, type IngestDeps } from '../ingest/ingest-pass.ts';
import { prepareMessage, type PreparedMessage } from '../ingest/prepare.ts';
import type { ImportItem } from './import-item.ts';

export type ImportBatch = {
  account: Pick<Account, 'id' | 'account_id'>;
  /** The path of the label for all imported messages. */
  folder: string;
  items: readonly ImportItem[];
};

/** `failed` refers to items by their index in the batch. */
export type ImportResult = {
  added: number;
  known: number;
  failed: { item: number; reason: string }[];
  addedIds: number[];
};

type PreparedItem = PreparedMessage<ImportArrival>;
type ImportArrival = { flags: string[]; received: Date };

/**
 * Stores a batch of an import. A message that its folder already has is not changed, so storing a batch twice changes
 * nothing. Unreadable items are reported, and the rest is stored. Throws Failure `disk_full` (retryable).
 */
export async function storeImportBatch(
  deps: IngestDeps,
  batch: ImportBatch,
  load: (item: ImportItem) => Uint8Array,
): Promise<ImportResult> {
  try {
    return await storeBatch(deps, batch, load);
  } catch (cause) {
    if (diskProblemOf(cause) !== 'disk_full') throw cause;
    throw diskFailure(
      'disk_full',
      cause,
      'The disk is full. Free up some space, and the import continues automatically.',
    );
  }
}

async function storeBatch(
  deps: IngestDeps,
  { account, folder, items }: ImportBatch,
  load: (item: ImportItem) => Uint8Array,
): Promise<ImportResult> {
  const prepared: PreparedItem[] = [];
  const failed: ImportResult['failed'] = [];
  for (const [index, item] of items.entries()) {
    try {
      prepared.push(await prepareItem(deps, account.account_id, item, load));
    } catch (thrown) {
      if (diskProblemOf(thrown) === 'disk_full') throw thrown;
      failed.push({ item: index, reason: failureSentence('It couldn’t be read', thrown) });
    }
  }
  shareTexts(deps, prepared);
  const pass = ingestPass(deps, { account, live: false, isOnlyCopy: true });
  const label = pass.labels.byPath.get(folder)?.id;
  if (label === undefined) throw new Error('the import folder has no label');
  const counts = { added: 0, known: 0 };
  let uid = highestUid(deps.db, label);
  inSlices(deps, prepared, pass, (message) => {
    const existing = pass.find(message);
    if (existing !== undefined && hasPlacement(deps.db, label, existing)) counts.known++;
    else {
      const placement = { folder, uidvalidity: 1, uid: ++uid, size: message.size };
      counts[pass.store({ ...message, arrival: { ...message.arrival, ...placement } }, existing)]++;
    }
  });
  return { ...counts, failed, addedIds: pass.outcome().added };
}

async function prepareItem(
  deps: IngestDeps,
  account_id: string,
  item: ImportItem,
  load: (item: ImportItem) => Uint8Array,
): Promise<PreparedItem> {
  const bytes = load(item);
  const message = await prepareMessage(deps, account_id, { arrival: { flags: item.flags }, bytes });
  const { received, date } = message.parsed;
  // A file may have been copied long after the message was received, so its time is only an upper bound.
  const receivedAt = received ?? earlier(date, item.received);
  return {
    ...message,
    arrival: { ...message.arrival, received: receivedAt === null ? deps.now() : new Date(receivedAt) },
  };
}

/** The earlier of two instants as text. */
function earlier(one: string | null, other: string | null): string | null {
  if (one === null || other === null) return one ?? other;
  return one < other ? one : other;
}

function highestUid(db: ReadDb, label: number): number {
  const last = db.get<{ uid: number | null }>(
    sql`SELECT max(uid) AS uid FROM placements WHERE label = ${label} AND uidvalidity = 1`,
  );
  return last?.uid ?? 0;
}

function hasPlacement(db: ReadDb, label: number, message: number): boolean {
  return db.get(sql`SELECT 1 FROM placements WHERE message = ${message} AND label = ${label}`) !== undefined;
}
