import type { ByteGate } from '../../base/queue.ts';
import type { Account } from '../../mail/accounts.ts';
import { folderLabel } from '../../mail/labels.ts';
import type { IngestBatch, IngestOutcome } from '../../mail/ingest.ts';
import type { Incoming } from '../../mail/prepare.ts';
import { knownUids } from '../../mail/placements.ts';
import type { Arrival, ChangeBatch, Provider, Ref } from '../../providers/provider.ts';
import type { ReadDb, WriteDb } from '../../store/db.ts';
import { forgetMissing, noteMissing } from './store.ts';

/** What is handed to the ingest worker at a time. */
const pieceMessages = 100;
const pieceBytes = 2_000_000;

export type IntakeParts = {
  read: ReadDb;
  write: WriteDb;
  /** Bounds the bytes on their way to the ingest worker, over all accounts. */
  gate: ByteGate;
  ingest: (batch: IngestBatch) => Promise<IngestOutcome>;
  onStored: (outcome: IngestOutcome, live: boolean) => void;
};

/**
 * Takes one batch of changes in: fetches the bytes of what is not here yet and has them stored piece by piece, and with
 * the last piece the flags, removals and the cursor. So the cursor never runs ahead of the mail. Gives how many
 * messages were fetched.
 */
export async function takeIn(
  parts: IntakeParts,
  { provider, account }: { provider: Provider; account: Account },
  batch: ChangeBatch,
  signal: AbortSignal,
): Promise<number> {
  const live = !batch.backfill;
  const wanted = notStored(parts.read, account, batch.arrivals);
  const fetched = await fetchAndStore(parts, { provider, account }, wanted, { live, signal });
  const { flags, removed, reset, stream, cursor } = batch;
  const settled = { flags: [...flags, ...flagsOfStored(batch.arrivals, wanted)], removed, reset };
  const outcome = await parts.ingest({
    account: { id: account.id, account_id: account.account_id },
    incoming: [],
    live,
    ...settled,
    ...(cursor !== undefined && { cursor: { stream, text: cursor } }),
  });
  // What is no longer on the server is not missing here either.
  forgetMissing(parts.write, account.id, removed);
  parts.onStored(outcome, live);
  return fetched;
}

/** Fetches messages and has them stored, as many at a time as the gate lets through. */
export async function fetchAndStore(
  parts: IntakeParts,
  { provider, account }: { provider: Provider; account: Account },
  wanted: readonly Arrival[],
  { live, signal }: { live: boolean; signal: AbortSignal },
): Promise<number> {
  if (wanted.length === 0) return 0;
  const byPlace = new Map(wanted.map((arrival) => [placeOf(arrival), arrival]));
  const storing: Promise<void>[] = [];
  let piece: Incoming[] = [];
  let size = 0;
  let fetched = 0;

  const handOver = async () => {
    if (piece.length === 0) return;
    const incoming = piece;
    const leave = await parts.gate.enter(size);
    piece = [];
    size = 0;
    const stored = storePiece(parts, account, incoming, live).finally(leave);
    // Awaited below; until then a rejection must not count as unhandled.
    stored.catch(() => undefined);
    storing.push(stored);
  };

  for await (const source of provider.sources(wanted, signal)) {
    const arrival = byPlace.get(placeOf(source));
    if (!arrival) continue;
    byPlace.delete(placeOf(source));
    if (source.bytes === undefined) {
      noteMissing(parts.write, account.id, arrival, source.trouble);
      continue;
    }
    piece.push({ arrival, bytes: source.bytes });
    size += source.bytes.length;
    fetched++;
    if (piece.length >= pieceMessages || size >= pieceBytes) await handOver();
  }
  await handOver();
  for (const arrival of byPlace.values())
    noteMissing(parts.write, account.id, arrival, 'The server did not answer for this message.');
  await Promise.all(storing);
  return fetched;
}

async function storePiece(parts: IntakeParts, account: Account, incoming: Incoming[], live: boolean): Promise<void> {
  const owner = { id: account.id, account_id: account.account_id };
  const outcome = await parts.ingest({ account: owner, incoming, flags: [], removed: [], live });
  const here = incoming.map(({ arrival }) => arrival);
  forgetMissing(parts.write, account.id, here);
  parts.onStored(outcome, live);
}

function notStored(read: ReadDb, account: Account, arrivals: readonly Arrival[]): Arrival[] {
  const groups = Map.groupBy(arrivals, ({ folder, uidvalidity }) => `${uidvalidity} ${folder}`);
  return [...groups.values()].flatMap((group) => {
    const { folder = '', uidvalidity = 0 } = group[0] ?? {};
    const label = folderLabel(read, account.id, folder);
    if (label === undefined) return group;
    const known = knownUids(
      read,
      label,
      uidvalidity,
      group.map(({ uid }) => uid),
    );
    return group.filter(({ uid }) => !known.has(uid));
  });
}

/** What a broken-off sync stored already may have been flagged since. */
function flagsOfStored(arrivals: readonly Arrival[], wanted: readonly Arrival[]): ChangeBatch['flags'] {
  const fresh = new Set(wanted.map(placeOf));
  return arrivals.filter((arrival) => !fresh.has(placeOf(arrival)));
}

function placeOf({ folder, uidvalidity, uid }: Ref): string {
  return `${uidvalidity}.${uid} ${folder}`;
}
