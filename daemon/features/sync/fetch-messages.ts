import type { ByteSemaphore } from '../../base/byte-semaphore.ts';
import type { Clock } from '../../base/clock.ts';
import type { Account } from '../../mail/accounts/accounts.ts';
import type { IngestBatch } from '../../mail/ingest/ingest.ts';
import type { IngestResult } from '../../mail/ingest/ingest-pass.ts';
import type { FetchedMessage } from '../../mail/ingest/prepare.ts';
import type { Arrival, Provider, MessageSource } from '../../providers/provider.ts';
import type { ReadDb, WriteDb } from '../../store/db.ts';
import { placementKey } from './placement-key.ts';
import { forgetMissing, noteMissing } from './store.ts';

/** The maximum number of messages in one request to the ingest worker. */
const maxPieceMessages = 100;
const maxPieceBytes = 2_000_000;

export type MessageFetchDeps = {
  read: ReadDb;
  write: WriteDb;
  clock: Clock;
  /** Limits the bytes in transfer to the ingest worker, over all accounts. */
  gate: ByteSemaphore;
  /** Buffers in `transfer` are transferred instead of copied. */
  ingest: (batch: IngestBatch, transfer?: ArrayBuffer[]) => Promise<IngestResult>;
  onStored: (outcome: IngestResult, live: boolean) => void;
};

/** The account to fetch for; `signal` ends the fetch. */
export type FetchTask = { provider: Pick<Provider, 'sources'>; account: Account; signal: AbortSignal };

type IngestKind = Pick<IngestBatch, 'live' | 'isAwaited' | 'name'>;

/** Fetches messages and stores them, as many at a time as the gate allows. `stored` resolves when all are stored. */
export async function fetchMessages(
  deps: MessageFetchDeps,
  { provider, account, signal }: FetchTask,
  wanted: readonly Arrival[],
  kind: IngestKind,
): Promise<{ fetched: number; stored: Promise<unknown> }> {
  if (wanted.length === 0) return { fetched: 0, stored: Promise.resolve() };
  const byLocation = new Map(wanted.map((arrival) => [placementKey(arrival), arrival]));
  const storing: Promise<void>[] = [];
  let piece: FetchedMessage[] = [];
  let size = 0;
  let fetched = 0;

  const recordMissing = (arrival: Arrival, reason: string) =>
    noteMissing(deps.write, account.id, { arrival, reason, now: deps.clock.now() });

  const flush = async () => {
    if (piece.length === 0) return;
    const incoming = piece;
    const release = await deps.gate.acquire(size);
    piece = [];
    size = 0;
    const stored = storePiece(deps, account, incoming, kind).finally(release);
    // Awaited by the caller; until then a rejection must not count as unhandled.
    stored.catch(() => undefined);
    storing.push(stored);
  };

  const receive = async (source: MessageSource) => {
    const arrival = byLocation.get(placementKey(source));
    if (!arrival) return;
    byLocation.delete(placementKey(source));
    // A message that is gone from the server is not stored, and not expected any more.
    if (source.isGone) return forgetMissing(deps.write, account.id, [arrival]);
    if (source.bytes === undefined) return recordMissing(arrival, source.error);
    piece.push({ arrival, bytes: source.bytes, missingRanges: source.missingRanges ?? [] });
    size += source.bytes.length;
    fetched++;
    if (piece.length >= maxPieceMessages || size >= maxPieceBytes) await flush();
  };

  try {
    for await (const source of provider.sources(wanted, signal)) await receive(source);
  } catch (broken) {
    // What has come is not asked for again.
    await flush();
    // No work of this pass may still run when the next one starts.
    await Promise.allSettled(storing);
    throw broken;
  }
  await flush();
  for (const arrival of byLocation.values()) recordMissing(arrival, 'The server didn’t answer for this message.');
  const stored = Promise.all(storing);
  stored.catch(() => undefined);
  return { fetched, stored };
}

async function storePiece(
  deps: MessageFetchDeps,
  account: Account,
  incoming: FetchedMessage[],
  kind: IngestKind,
): Promise<void> {
  const { packed, buffer } = packIntoBuffer(incoming);
  const batch = { account: accountRef(account), incoming: packed, flags: [], removed: [], ...kind };
  const outcome = await deps.ingest(batch, [buffer]);
  const here = incoming.map(({ arrival }) => arrival);
  forgetMissing(deps.write, account.id, here);
  deps.onStored(outcome, kind.live);
}

/**
 * Transferring one buffer to another thread is cheap; hundreds of buffers would each be copied and garbage-collected on both
 * sides.
 */
function packIntoBuffer(incoming: readonly FetchedMessage[]): { packed: FetchedMessage[]; buffer: ArrayBuffer } {
  const buffer = new ArrayBuffer(incoming.reduce((sum, { bytes }) => sum + bytes.length, 0));
  let end = 0;
  const packed = incoming.map(({ bytes, ...rest }) => {
    const copy = new Uint8Array(buffer, end, bytes.length);
    copy.set(bytes);
    end += bytes.length;
    return { ...rest, bytes: copy };
  });
  return { packed, buffer };
}

export function accountRef({ id, account_id }: Account): IngestBatch['account'] {
  return { id, account_id };
}
