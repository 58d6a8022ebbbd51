import { setImmediate as nextTurn } from 'node:timers/promises';
import type { ByteGate } from '../../base/queue.ts';
import type { Clock } from '../../base/clock.ts';
import type { Account } from '../../mail/accounts.ts';
import type { BatchName } from '../../mail/ahead.ts';
import type { IngestBatch, IngestOutcome, RecogniseOutcome } from '../../mail/ingest.ts';
import { folderLabel } from '../../mail/labels.ts';
import { storedHeaderIds, storedIds } from '../../mail/messages.ts';
import { storedUids } from '../../mail/placements.ts';
import type { Incoming } from '../../mail/prepare.ts';
import { announcedId } from '../../mail/recognise.ts';
import type { Arrival, ChangeBatch, Provider, Ref, Source } from '../../providers/provider.ts';
import type { ReadDb, WriteDb } from '../../store/db.ts';
import { forgetMissing, forgetMissingIn, noteMissing } from './store.ts';

/** What is handed to the ingest worker at a time. */
const pieceMessages = 100;
const pieceBytes = 2_000_000;

export type IntakeParts = {
  read: ReadDb;
  write: WriteDb;
  clock: Clock;
  /** Bounds the bytes on their way to the ingest worker, over all accounts. */
  gate: ByteGate;
  /** Buffers in `transfer` are handed over instead of copied. */
  ingest: (batch: IngestBatch, transfer?: ArrayBuffer[]) => Promise<IngestOutcome>;
  recognise: (
    told: Pick<IngestBatch, 'account' | 'name'> & { arrivals: readonly Arrival[] },
  ) => Promise<RecogniseOutcome>;
  onStored: (outcome: IngestOutcome, live: boolean) => void;
};

type Task = { provider: Provider; account: Account; signal: AbortSignal };

/** So many messages are looked up at a time. */
const sortedAtOnce = 100;

/** So many batches may be on their way into the store while the next is fetched. */
const mostUnsettled = 3;

export type Take = {
  isNews: (arrival: Arrival) => boolean;
  /** Called when the batch is stored. */
  onSettled: () => void;
};

/**
 * Takes batches of changes in, one after the other: gives places to the messages that are here, fetches the bytes of those
 * that are not and has them stored piece by piece, and with the last piece the flags, removals and the cursor. So the
 * cursor never runs ahead of the mail. While one batch is being stored the next is fetched.
 */
export function intakeOf(parts: IntakeParts, task: Task, pass: string) {
  let batches = 0;
  const underWay = new Set<string>();
  const unsettled: Promise<void>[] = [];
  let last: Promise<void> = Promise.resolve();
  let fetched = 0;

  const fetchInto = async (wanted: readonly Arrival[], { isNews, name }: Named) => {
    const news = wanted.filter(isNews);
    const rest = wanted.filter((arrival) => !news.includes(arrival));
    const first = await fetchMessages(parts, task, news, { live: true, name });
    const second = await fetchMessages(parts, task, rest, { live: false, name });
    fetched += first.fetched + second.fetched;
    const stored = Promise.all([first.stored, second.stored]);
    stored.catch(() => undefined);
    return { stored };
  };

  /** What the others of the batch wait for, in the order of the batches. */
  const settle = async (batch: ChangeBatch, here: readonly Arrival[], named: Named) => {
    const unknown = await placeKnown(parts, task, here, named.name);
    const { stored } = await fetchInto(unknown, named);
    await stored;
    await storeRest(parts, task, batch, named.name);
  };

  return {
    /** Resolves when the messages of the batch are fetched. Throws where an earlier one could not be stored. */
    async take(batch: ChangeBatch, { isNews, onSettled }: Take): Promise<void> {
      if (unsettled.length >= mostUnsettled) await unsettled.shift();
      const { here, wanted, keys } = await sorted(parts.read, task.account, batch.arrivals, underWay);
      const named = { isNews, name: { stream: batch.stream, pass, batch: ++batches } };
      const { stored } = await fetchInto(wanted, named);
      const before = last;
      last = (async () => {
        await before;
        await stored;
        await settle(batch, here, named);
        for (const key of keys) underWay.delete(key);
        onSettled();
      })();
      // Awaited with a later batch, or at the end; until then a rejection must not count as unhandled.
      last.catch(() => undefined);
      unsettled.push(last);
    },
    /** Resolves when all that was taken is stored, or could not be. */
    settled: () => last.catch(() => undefined),
    /** Waits until all is stored; gives how many messages were fetched. */
    async finish(): Promise<number> {
      await last;
      return fetched;
    },
  };
}

type Named = Pick<Take, 'isNews'> & { name: BatchName };

/**
 * `here` lie there already or may be stored, which the worker decides when they get their places; `keys` tell those that
 * are `wanted` from their copies.
 */
type Sorted = { here: Arrival[]; wanted: Arrival[]; keys: string[] };

async function sorted(
  read: ReadDb,
  account: Account,
  arrivals: readonly Arrival[],
  underWay: Set<string>,
): Promise<Sorted> {
  const sorting: Sorted = { here: [], wanted: [], keys: [] };
  for (let start = 0; start < arrivals.length; start += sortedAtOnce) {
    sortInto(sorting, { read, account, underWay }, arrivals.slice(start, start + sortedAtOnce));
    // Somebody may be waiting for an answer.
    await nextTurn();
  }
  return sorting;
}

function sortInto(
  sorting: Sorted,
  { read, account, underWay }: { read: ReadDb; account: Account; underWay: Set<string> },
  arrivals: readonly Arrival[],
): void {
  const stored = storedKeys(read, account, arrivals);
  const placed = placedAmong(read, account, arrivals);
  for (const arrival of arrivals) {
    const key = keyOf(arrival);
    const mayBeStored = key !== undefined && (stored.has(key) || underWay.has(key));
    if (mayBeStored || placed.has(placeOf(arrival))) sorting.here.push(arrival);
    else {
      sorting.wanted.push(arrival);
      if (key === undefined) continue;
      underWay.add(key);
      sorting.keys.push(key);
    }
  }
}

/** Copies of one message have the same; so may others, where a Message-ID was used twice. */
function keyOf({ provider_id, header_id }: Arrival): string | undefined {
  return provider_id ?? (header_id?.toLowerCase() || undefined);
}

function storedKeys(read: ReadDb, account: Account, arrivals: readonly Arrival[]): Set<string> {
  const headerIds = arrivals.flatMap(({ provider_id, header_id }) => (provider_id ? [] : (header_id ?? [])));
  const keys = storedHeaderIds(read, account.id, headerIds);
  const byProvider = arrivals.filter(({ provider_id }) => provider_id !== undefined);
  if (byProvider.length === 0) return keys;
  const ids = byProvider.map((arrival) => announcedId(account.account_id, arrival) ?? '');
  const stored = storedIds(read, ids);
  for (const [index, { provider_id = '' }] of byProvider.entries())
    if (stored.has(ids[index] ?? '')) keys.add(provider_id);
  return keys;
}

function placedAmong(read: ReadDb, account: Account, arrivals: readonly Arrival[]): Set<string> {
  const folders = Map.groupBy(arrivals, ({ folder, uidvalidity }) => `${uidvalidity} ${folder}`);
  const placed = [...folders.values()].flatMap((group) => {
    const { folder = '', uidvalidity = 0 } = group[0] ?? {};
    const label = folderLabel(read, account.id, folder);
    if (label === undefined) return [];
    const uids = new Set(storedUids(read, label, uidvalidity, group));
    return group.filter(({ uid }) => uids.has(uid)).map(placeOf);
  });
  return new Set(placed);
}

/** What a batch says besides its messages, and its cursor. */
async function storeRest(parts: IntakeParts, { account }: Task, batch: ChangeBatch, name: BatchName): Promise<void> {
  const { flags, removed, reset, stream, cursor, backfill } = batch;
  const outcome = await parts.ingest({
    account: ownerOf(account),
    incoming: [],
    live: !backfill,
    flags,
    removed,
    ...(reset && { reset }),
    ...(cursor !== undefined && { cursor: { stream, text: cursor }, name }),
  });
  // What is no longer on the server is not missing here either.
  forgetMissing(parts.write, account.id, removed);
  if (reset) forgetMissingIn(parts.write, account.id, reset);
  parts.onStored(outcome, !backfill);
}

/** Gives the messages that are not here after all. */
async function placeKnown(
  parts: IntakeParts,
  { account }: Task,
  here: readonly Arrival[],
  name: BatchName,
): Promise<Arrival[]> {
  if (here.length === 0) return [];
  const { unknown, ...outcome } = await parts.recognise({ account: ownerOf(account), arrivals: here, name });
  parts.onStored(outcome, false);
  return unknown;
}

/** Fetches messages and has them stored, as many at a time as the gate lets through. `stored` resolves when they are. */
export async function fetchMessages(
  parts: IntakeParts,
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
  parts: IntakeParts,
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

function ownerOf({ id, account_id }: Account): IngestBatch['account'] {
  return { id, account_id };
}

function placeOf({ folder, uidvalidity, uid }: Ref): string {
  return `${uidvalidity}.${uid} ${folder}`;
}
