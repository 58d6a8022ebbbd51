import { basename } from 'node:path';
import { instantOf } from '../base/clock.ts';
import { nameId } from '../base/ids.ts';
import type { Arrival, ChangeBatch, Flags, Ref } from '../providers/provider.ts';
import { sql, type ReadDb, type WriteDb } from '../store/db.ts';
import { addressesOf, type Account } from './accounts.ts';
import { messageIdOf, wantedSortKey } from './identity.ts';
import { labelMap } from './labels.ts';
import { parseMessage, type ParsedMessage } from './mime/parse.ts';
import {
  flagsText,
  placementAt,
  refreshMessage,
  removePlacement,
  savePlacement,
  stalePlacements,
} from './placements.ts';
import { blobsOnlyIn, cutSource, removeBlobs, saveSource, writeBlobs, type CutSource } from './source.ts';
import { refreshThread, threadFor } from './threads.ts';

/** A message as it came from a provider. */
export type Incoming = { arrival: Arrival; bytes: Uint8Array };

export type IngestBatch = {
  account: Pick<Account, 'id' | 'account_id'>;
  incoming: readonly Incoming[];
  flags: readonly (Ref & Flags)[];
  removed: readonly Ref[];
  reset?: ChangeBatch['reset'];
  /** Stored with the last piece of the batch. */
  cursor?: { stream: string; text: string };
  /** Mail that has just come: the index takes it before what is being filled in. */
  live: boolean;
};

/** What a batch did, by internal message id; `removed` by public id, for its rows are gone. */
export type IngestOutcome = { added: number[]; updated: number[]; removed: string[] };

/** How long one write transaction may hold the database, in milliseconds: a request waits no longer than this. */
const slice = 2;

type Prepared = { arrival: Arrival; parsed: ParsedMessage; cut: CutSource; message_id: string; size: number };

/** Where the ingest worker keeps what it needs from batch to batch. */
export type IngestParts = {
  db: WriteDb;
  blobs: string;
  now: () => Date;
  /** The last sort key given out for a wanted one: a thousand messages of one second cost one look-up each. */
  sortKeys: Map<number, number>;
};

/**
 * Stores a batch: messages, placements, threads, lists and the index queue, in transactions of a few milliseconds.
 * Storing the same batch twice changes nothing the second time, so a batch broken off is simply stored again.
 */
export async function ingest(parts: IngestParts, batch: IngestBatch): Promise<IngestOutcome> {
  const prepared = await prepare(parts, batch);
  const outcome = { added: new Set<number>(), updated: new Set<number>(), removed: new Set<string>() };
  const pass = ingestPass(parts, batch, outcome);
  inSlices(parts.db, prepared, pass, (message) => pass.store(message));
  inSlices(parts.db, batch.flags, pass, (change) => pass.reflag(change));
  inSlices(parts.db, batch.removed, pass, (ref) => pass.remove(ref));
  if (batch.reset) pass.reset(batch.reset);
  if (batch.cursor) saveCursor(parts.db, batch.account.id, batch.cursor);
  removeBlobs(parts.blobs, pass.orphans);
  return {
    added: [...outcome.added],
    updated: [...outcome.updated].filter((id) => !outcome.added.has(id)),
    removed: [...outcome.removed],
  };
}

async function prepare({ blobs }: IngestParts, { account, incoming }: IngestBatch): Promise<Prepared[]> {
  const prepared: Prepared[] = [];
  for (const { arrival, bytes } of incoming) {
    const parsed = await parseMessage(bytes);
    const cut = cutSource(bytes);
    writeBlobs(blobs, cut);
    const message_id = messageIdOf(account.account_id, { provider_id: arrival.provider_id, parsed, bytes });
    prepared.push({ arrival, parsed, cut, message_id, size: bytes.length });
  }
  return prepared;
}

/** Runs `work` over `items` in transactions that each end after a slice of time, and settles what each touched. */
function inSlices<Item>(db: WriteDb, items: readonly Item[], pass: IngestPass, work: (item: Item) => void): void {
  let next = 0;
  while (next < items.length) {
    db.transaction(() => {
      const until = performance.now() + slice;
      do work(items[next++] as Item);
      while (next < items.length && performance.now() < until);
      pass.settle();
    });
  }
}

type Outcome = { added: Set<number>; updated: Set<number>; removed: Set<string> };
type IngestPass = ReturnType<typeof ingestPass>;

function ingestPass(parts: IngestParts, { account, live }: IngestBatch, outcome: Outcome) {
  const { db } = parts;
  const labels = labelMap(db, account.id);
  const own = addressesOf(db, account.id);
  const touched = new Set<number>();
  const orphans: string[] = [];

  const labelAt = (folder: string) => labels.byPath.get(folder)?.id;

  function store(message: Prepared): void {
    const { arrival } = message;
    const label = labelAt(arrival.folder);
    // Thrown, not passed over: the batch's cursor must never be stored without its mail.
    if (label === undefined) throw new Error('mail came for a folder that has no label');
    const known = db.get<{ id: number }>(sql`SELECT id FROM messages WHERE message_id = ${message.message_id}`);
    const id = known?.id ?? insertMessage(parts, { account, own, live }, message);
    if (!known) outcome.added.add(id);
    savePlacement(db, {
      ...arrival,
      label,
      message: id,
      modseq: arrival.modseq ?? null,
      flags: flagsText(arrival.flags),
    });
    touched.add(id);
  }

  function reflag(change: Ref & Flags): void {
    const label = labelAt(change.folder);
    const placement = label === undefined ? undefined : placementAt(db, label, change);
    if (!placement) return;
    const flags = flagsText(change.flags);
    if (placement.flags === flags) return;
    savePlacement(db, { ...placement, flags, modseq: change.modseq ?? placement.modseq });
    touched.add(placement.message);
  }

  function remove(ref: Ref): void {
    const label = labelAt(ref.folder);
    const placement = label === undefined ? undefined : placementAt(db, label, ref);
    if (!placement) return;
    removePlacement(db, placement);
    touched.add(placement.message);
  }

  function settle(): void {
    const threads = new Set<number>();
    for (const message of touched) settleMessage(message, threads);
    for (const thread of threads) refreshThread(db, thread);
    touched.clear();
  }

  function settleMessage(message: number, threads: Set<number>): void {
    const row = db.get<{ thread: number; message_id: string }>(
      sql`SELECT thread, message_id FROM messages WHERE id = ${message}`,
    );
    if (!row) return;
    const { changed, placed } = refreshMessage(db, message, labels);
    if (!placed) {
      orphans.push(...blobsOnlyIn(db, message));
      removeMessage(db, message);
      outcome.added.delete(message);
      outcome.removed.add(row.message_id);
    } else if (changed) outcome.updated.add(message);
    if (changed) threads.add(row.thread);
  }

  function reset({ folder, uidvalidity }: { folder: string; uidvalidity: number }): void {
    const label = labelAt(folder);
    if (label === undefined) return;
    for (;;) {
      const stale = stalePlacements(db, label, uidvalidity, 100);
      if (stale.length === 0) return;
      inSlices(db, stale, pass, (placement) => {
        removePlacement(db, placement);
        touched.add(placement.message);
      });
    }
  }

  const pass = { store, reflag, remove, settle, reset, orphans };
  return pass;
}

type Owner = { account: Pick<Account, 'id' | 'account_id'>; own: ReadonlySet<string>; live: boolean };

function insertMessage(
  parts: IngestParts,
  { account, own, live }: Owner,
  { arrival, parsed, cut, message_id, size }: Prepared,
): number {
  const { db, now, sortKeys } = parts;
  const thread = threadFor(db, account, { ...parsed, message_id });
  const sort_key = freeSortKey(db, sortKeys, wantedSortKey(parsed.date, arrival.received));
  const recipients = JSON.stringify({ to: parsed.to, cc: parsed.cc, bcc: parsed.bcc, reply_to: parsed.reply_to });
  const direction = own.has(parsed.from.email.toLowerCase()) ? 'outbound' : 'inbound';
  const { id } = db.run(sql`
    INSERT INTO messages (account, message_id, thread, sort_key, position, date, received_at, subject, snippet,
      from_name, from_email, recipients, header_id, in_reply_to, reference_ids, list_id, unsubscribe, direction, size,
      attachment_count, notes, stored_at)
    VALUES (${account.id}, ${message_id}, ${thread}, ${sort_key}, ${sort_key}, ${parsed.date}, ${instantOf(arrival.received)},
      ${parsed.subject}, ${parsed.snippet}, ${parsed.from.name}, ${parsed.from.email}, ${recipients}, ${parsed.header_id},
      ${parsed.in_reply_to}, ${JSON.stringify(parsed.references)}, ${parsed.list_id}, ${JSON.stringify(parsed.unsubscribe)},
      ${direction}, ${size}, ${parsed.attachments.filter(({ disposition }) => disposition !== 'inline').length},
      ${JSON.stringify(parsed.notes)}, ${instantOf(now())})`);
  db.run(sql`INSERT INTO message_texts (message, text, origin) VALUES (${id}, ${parsed.text}, ${parsed.text_origin})`);
  saveSource(db, id, cut);
  for (const [ordinal, attachment] of parsed.attachments.entries()) {
    db.run(sql`
      INSERT INTO attachments (message, ordinal, attachment_id, filename, mime_type, size, disposition, content_id)
      VALUES (${id}, ${ordinal}, ${nameId(`attachment\0${ordinal}`, message_id)}, ${basename(attachment.filename)},
        ${attachment.mime_type}, ${attachment.size}, ${attachment.disposition}, ${attachment.content_id})`);
  }
  db.run(sql`INSERT INTO index_queue (sort_key, op, live) VALUES (${sort_key}, 'put', ${live})`);
  return id;
}

/** The row and all that hangs on it; the index learns of it from the queue. */
function removeMessage(db: WriteDb, message: number): void {
  db.run(
    sql`INSERT INTO index_queue (sort_key, op, live) SELECT sort_key, 'drop', 1 FROM messages WHERE id = ${message}`,
  );
  db.run(sql`DELETE FROM messages WHERE id = ${message}`);
}

/** `wanted`, or the next second nobody has. */
function freeSortKey(db: ReadDb, given: Map<number, number>, wanted: number): number {
  let key = given.get(wanted) ?? wanted;
  while (db.get(sql`SELECT 1 FROM messages WHERE sort_key = ${key}`)) key++;
  if (given.size > 10_000) given.clear();
  if (key !== wanted) given.set(wanted, key);
  return key;
}

function saveCursor(db: WriteDb, account: number, { stream, text }: { stream: string; text: string }): void {
  db.run(sql`
    INSERT INTO sync_cursors (account, stream, cursor) VALUES (${account}, ${stream}, ${text})
    ON CONFLICT (account, stream) DO UPDATE SET cursor = excluded.cursor`);
}
