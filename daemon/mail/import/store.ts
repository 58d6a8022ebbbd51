import { Failure, reasonOf } from '../../base/failure.ts';
import { sql, type ReadDb } from '../../store/db.ts';
import type { Account } from '../accounts.ts';
import { handTexts, ingestPass, inSlices, type IngestParts } from '../ingest-pass.ts';
import { prepare, type Prepared } from '../prepare.ts';
import type { ImportItem } from './item.ts';

export type ImportPiece = {
  account: Pick<Account, 'id' | 'account_id'>;
  /** The label all of it goes under, by its path. */
  folder: string;
  items: readonly ImportItem[];
};

/** `failed` names items by their place in the piece. */
export type ImportOutcome = {
  added: number;
  known: number;
  failed: { item: number; reason: string }[];
  addedIds: number[];
};

type Found = Prepared<ImportArrival>;
type ImportArrival = { flags: string[]; received: Date; provider_id?: string };

/**
 * Stores a piece of an import. A message that lies in its folder already is left as it is, so a piece done twice changes
 * nothing the second time. What cannot be read is said, and the rest is stored. Throws Failure `disk_full` (retryable).
 */
export async function storeImported(
  parts: IngestParts,
  piece: ImportPiece,
  load: (item: ImportItem) => Uint8Array,
): Promise<ImportOutcome> {
  try {
    return await storePiece(parts, piece, load);
  } catch (cause) {
    if (!isDiskFull(cause)) throw cause;
    const sentence = 'The disk is full. Free some space; the import then goes on by itself.';
    throw new Failure('unavailable', 'disk_full', sentence, { cause, retryable: true });
  }
}

async function storePiece(
  parts: IngestParts,
  { account, folder, items }: ImportPiece,
  load: (item: ImportItem) => Uint8Array,
): Promise<ImportOutcome> {
  const found: Found[] = [];
  const failed: ImportOutcome['failed'] = [];
  for (const [index, item] of items.entries()) {
    try {
      found.push(await read(parts, account.account_id, item, load));
    } catch (thrown) {
      if (isDiskFull(thrown)) throw thrown;
      failed.push({ item: index, reason: reasonOf(thrown) });
    }
  }
  handTexts(parts, found);
  const pass = ingestPass(parts, { account, live: false, kept: true });
  const label = pass.labels.byPath.get(folder)?.id;
  if (label === undefined) throw new Error('mail was imported into a folder that has no label');
  const counts = { added: 0, known: 0 };
  let uid = highestUid(parts.db, label);
  inSlices(parts, found, pass, (message) => {
    const known = pass.find(message.message_id);
    if (known !== undefined && liesIn(parts.db, label, known)) counts.known++;
    else {
      const place = { folder, uidvalidity: 1, uid: ++uid, size: message.size };
      counts[pass.store({ ...message, arrival: { ...message.arrival, ...place } }, known)]++;
    }
  });
  return { ...counts, failed, addedIds: pass.outcome().added };
}

async function read(
  parts: IngestParts,
  account_id: string,
  item: ImportItem,
  load: (item: ImportItem) => Uint8Array,
): Promise<Found> {
  const bytes = load(item);
  const arrival: Pick<ImportArrival, 'flags' | 'provider_id'> = { flags: item.flags };
  const message = await prepare(parts, account_id, { arrival, bytes });
  const { received, date } = message.parsed;
  // A file may have been copied long after its message came, so what it says is only the latest time possible.
  const taken = received ?? earlier(date, item.received);
  return { ...message, arrival: { ...message.arrival, received: taken === null ? parts.now() : new Date(taken) } };
}

/** Of two instants as text. */
function earlier(one: string | null, other: string | null): string | null {
  if (one === null || other === null) return one ?? other;
  return one < other ? one : other;
}

function isDiskFull(thrown: unknown): boolean {
  return thrown instanceof Error && 'code' in thrown && (thrown.code === 'ENOSPC' || thrown.code === 'SQLITE_FULL');
}

function highestUid(db: ReadDb, label: number): number {
  const last = db.get<{ uid: number | null }>(
    sql`SELECT max(uid) AS uid FROM placements WHERE label = ${label} AND uidvalidity = 1`,
  );
  return last?.uid ?? 0;
}

function liesIn(db: ReadDb, label: number, message: number): boolean {
  return db.get(sql`SELECT 1 FROM placements WHERE message = ${message} AND label = ${label}`) !== undefined;
}
