import type { Arrival, ChangeBatch, Cursors, Ref } from '../provider.ts';
import { readCursor } from './cursor.ts';
import type { Cursor } from './cursor.ts';
import type { FakeFolder, Mailbox } from './mailbox.ts';
import type { Pause } from './pace.ts';

const batchSize = 200;

export type ChangeParts = {
  mailbox: Mailbox;
  seed: number;
  count: number;
  sizeOf: (message: number) => number;
  receivedAt: (message: number) => Date;
  conversationOf: (message: number) => string | undefined;
  pause: Pause;
  /** Says why a folder cannot be read, when a fault has it so. */
  troubleOf: (folder: string) => string | undefined;
};

/** What is new in every folder, then the old mail of first syncs, a batch of each folder in turn. */
export async function* changesSince(
  parts: ChangeParts,
  cursors: Cursors,
  signal: AbortSignal,
): AsyncGenerator<ChangeBatch> {
  const { mailbox, troubleOf } = parts;
  const unfinished = new Map<FakeFolder, Cursor>();
  // A folder may be made or deleted while this runs.
  for (const folder of mailbox.list.slice()) {
    const trouble = troubleOf(folder.path);
    if (trouble) {
      yield { ...batchOf(folder), trouble };
      continue;
    }
    const known = readCursor(cursors[folder.path], parts);
    const current = known?.uidvalidity === folder.uidvalidity ? known : undefined;
    if (current) mailbox.resume(folder, current.next, current.seen);
    const cursor = current ?? beginning(parts, folder);
    if (current) yield* news(parts, folder, cursor, signal);
    else yield await older(parts, folder, cursor, signal, cursors[folder.path] !== undefined);
    if (cursor.left > 1) unfinished.set(folder, cursor);
  }
  while (unfinished.size > 0)
    for (const [folder, cursor] of unfinished) {
      yield await older(parts, folder, cursor, signal);
      if (cursor.left <= 1 || cursor.uidvalidity !== folder.uidvalidity) unfinished.delete(folder);
    }
}

function beginning({ mailbox, seed, count }: ChangeParts, { uidvalidity, next }: FakeFolder): Cursor {
  return { seed, count, anchor: mailbox.anchor, uidvalidity, next, left: next, seen: mailbox.modseq };
}

function batchOf({ path }: FakeFolder): ChangeBatch {
  return { stream: path, arrivals: [], flags: [], removed: [], backfill: false };
}

/** The next batch backwards from where the cursor is, which moves. */
async function older(
  parts: ChangeParts,
  folder: FakeFolder,
  cursor: Cursor,
  signal: AbortSignal,
  isReset = false,
): Promise<ChangeBatch> {
  const uids: number[] = [];
  let { left } = cursor;
  while (left > 1 && uids.length < batchSize) if (parts.mailbox.place(folder, --left)) uids.push(left);
  const arrivals = await arrivalsAt(parts, folder, uids, signal);
  cursor.left = left;
  const { uidvalidity, next } = cursor;
  return {
    ...batchOf(folder),
    arrivals,
    backfill: true,
    cursor: JSON.stringify(cursor),
    progress: { current: next - left, total: next - 1 },
    ...(isReset && { reset: { folder: folder.path, uidvalidity } }),
  };
}

/** What changed in the part already given, and what has come since. */
async function* news(
  parts: ChangeParts,
  folder: FakeFolder,
  cursor: Cursor,
  signal: AbortSignal,
): AsyncGenerator<ChangeBatch> {
  const { next, left, seen } = cursor;
  cursor.seen = parts.mailbox.modseq;
  const batch = batchOf(folder);
  for (const [uid, place] of folder.changed) {
    if (place.modseq <= seen || uid < left || uid >= next) continue;
    const ref = refOf(folder, uid);
    if (place.removed) batch.removed.push(ref);
    else batch.flags.push({ ...ref, flags: place.flags, modseq: place.modseq });
  }
  const fresh: number[] = [];
  const end = folder.next;
  for (let uid = next; uid < end; uid++) if (parts.mailbox.place(folder, uid)) fresh.push(uid);
  for (let from = 0; from === 0 || from < fresh.length; from += batchSize) {
    const uids = fresh.slice(from, from + batchSize);
    const arrivals = await arrivalsAt(parts, folder, uids, signal);
    cursor.next = from + batchSize < fresh.length ? (uids.at(-1) ?? next) + 1 : end;
    const told = from === 0 ? batch : batchOf(folder);
    const isNews = told.removed.length > 0 || told.flags.length > 0 || cursor.next > next;
    if (isNews) yield { ...told, arrivals, cursor: JSON.stringify(cursor) };
  }
}

async function arrivalsAt(
  parts: ChangeParts,
  folder: FakeFolder,
  uids: number[],
  signal: AbortSignal,
): Promise<Arrival[]> {
  const { mailbox, sizeOf, receivedAt, conversationOf, pause } = parts;
  const { uidvalidity } = folder;
  const arrivals: Arrival[] = [];
  signal.throwIfAborted();
  for (const uid of uids) {
    await pause(signal);
    // The folder may have changed during the pause; what it lost or gave up is told the next time.
    const place = uidvalidity === folder.uidvalidity ? mailbox.place(folder, uid) : undefined;
    if (!place) continue;
    const { message, flags, modseq } = place;
    const provider_thread_id = conversationOf(message);
    arrivals.push({
      ...refOf(folder, uid),
      flags,
      modseq,
      received: receivedAt(message),
      size: sizeOf(message),
      ...(provider_thread_id !== undefined && { provider_thread_id }),
    });
  }
  return arrivals;
}

function refOf({ path, uidvalidity }: FakeFolder, uid: number): Ref {
  return { folder: path, uidvalidity, uid };
}
