import type { ByteGate } from '../../base/queue.ts';
import type { Clock } from '../../base/clock.ts';
import type { Account } from '../../mail/accounts.ts';
import type { IngestBatch } from '../../mail/ingest.ts';
import type { IngestOutcome } from '../../mail/ingest-pass.ts';
import type { Incoming } from '../../mail/prepare.ts';
import type { Arrival, Provider, Source } from '../../providers/provider.ts';
import type { ReadDb, WriteDb } from '../../store/db.ts';
import { placeOf } from './place.ts';
import { forgetMissing, noteMissing } from './store.ts';

/** What is handed to the ingest worker at a time. */
const pieceMessages = 100;
const pieceBytes = 2_000_000;

export type FetchParts = {
  read: ReadDb;
  write: WriteDb;
  clock: Clock;
  /** Bounds the bytes on their way to the ingest worker, over all accounts. */
  gate: ByteGate;
  /** Buffers in `transfer` are handed over instead of copied. */
  ingest: (batch: IngestBatch, transfer?: ArrayBuffer[]) => Promise<IngestOutcome>;
  onStored: (outcome: IngestOutcome, live: boolean) => void;
};

/** What is fetched for, and until when. */
export type Task = { provider: Provider; account: Account; signal: AbortSignal };

/** Fetches messages and has them stored, as many at a time as the gate lets through. `stored` resolves when they are. */
export async function fetchMessages(
  parts: FetchParts,
  { provider, account, signal }: Task,
  wanted: readonly Arrival[],
  kind: Pick<IngestBatch, 'live' | 'name'>,
): Promise<{ fetched: number; stored: Promise<unknown> }> {
  if (wanted.length === 0) return { fetched: 0, stored: Promise.resolve() };
  const byPlace = new Map(wanted.map((arrival) => [placeOf(arrival), arrival]));
  const storing: Promise<void>[] = [];
  let piece: Incoming[] = [];
  let size = 0;
  let fetched = 0;

  const missing = (arrival: Arrival, reason: string) =>
    noteMissing(parts.write, account.id, { arrival, reason, now: parts.clock.now() });

  const handOver = async () => {
    if (piece.length === 0) return;
    const incoming = piece;
    const leave = await parts.gate.enter(size);
    piece = [];
    size = 0;
    const stored = storePiece(parts, account, incoming, kind).finally(leave);
    // Awaited by the caller; until then a rejection must not count as unhandled.
    stored.catch(() => undefined);
    storing.push(stored);
  };

  const take = async (source: Source) => {
    const arrival = byPlace.get(placeOf(source));
    if (!arrival) return;
    byPlace.delete(placeOf(source));
    // Of what is gone nothing is stored, and no more is to come.
    if (source.isGone) return forgetMissing(parts.write, account.id, [arrival]);
    if (source.bytes === undefined) return missing(arrival, source.trouble);
    piece.push({ arrival, bytes: source.bytes, gaps: source.gaps ?? [] });
    size += source.bytes.length;
    fetched++;
    if (piece.length >= pieceMessages || size >= pieceBytes) await handOver();
  };

  try {
    for await (const source of provider.sources(wanted, signal)) await take(source);
  } catch (broken) {
    // Nothing of this pass is still on its way when the next one begins.
    await Promise.allSettled(storing);
    throw broken;
  }
  await handOver();
  for (const arrival of byPlace.values()) missing(arrival, 'The server did not answer for this message.');
  const stored = Promise.all(storing);
  stored.catch(() => undefined);
  return { fetched, stored };
}

async function storePiece(
  parts: FetchParts,
  account: Account,
  incoming: Incoming[],
  kind: Pick<IngestBatch, 'live' | 'name'>,
): Promise<void> {
  const { packed, buffer } = inOneBuffer(incoming);
  const batch = { account: ownerOf(account), incoming: packed, flags: [], removed: [], ...kind };
  const outcome = await parts.ingest(batch, [buffer]);
  const here = incoming.map(({ arrival }) => arrival);
  forgetMissing(parts.write, account.id, here);
  parts.onStored(outcome, kind.live);
}

/** One buffer crosses to another thread at once; hundreds would each be copied, and cleared away on both sides. */
function inOneBuffer(incoming: readonly Incoming[]): { packed: Incoming[]; buffer: ArrayBuffer } {
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

export function ownerOf({ id, account_id }: Account): IngestBatch['account'] {
  return { id, account_id };
}
