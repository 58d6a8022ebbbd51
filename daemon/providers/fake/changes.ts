import type { ChangeBatch, Cursors, Ref } from '../provider.ts';
import { arrivalsAt } from './arrivals.ts';
import type { ArrivalParts } from './arrivals.ts';
import { goneCursor, readCursor } from './cursor.ts';
import type { Cursor } from './cursor.ts';
import type { FakeFolder } from './mailbox.ts';

/** `batchSize` is how many messages a batch holds at the most. */
export type ChangeParts = ArrivalParts & { seed: number; count: number; batchSize: number };

/** A folder as it was when the run began, whether it was known before, and how far it has been given out. */
type Visit = { folder: FakeFolder; path: string; uidvalidity: number; isKnown: boolean; cursor?: Cursor | undefined };

/** What is new in every folder, then the old mail of first syncs, a batch of each folder in turn, then what left. */
export async function* changesSince(
  parts: ChangeParts,
  cursors: Cursors,
  signal: AbortSignal,
): AsyncGenerator<ChangeBatch> {
  const visits = parts.mailbox.list.map((folder) => visitOf(parts, folder, cursors[folder.path]));
  // What leaves a folder from now on is for the next run, which tells first where it went.
  const began = parts.mailbox.modseq;
  for (const visit of visits) yield* look(parts, visit, signal);
  const isOpen = (visit: Visit) => isUnfinished(visit) && stands(parts, visit);
  for (let open = visits.filter(isOpen); open.length > 0; open = open.filter(isOpen))
    for (const visit of open) yield* older(parts, visit, signal);
  for (const visit of visits) if (stands(parts, visit)) yield* departures(visit, began);
  for (const path of Object.keys(cursors))
    if (!visits.some((visit) => visit.path === path) && cursors[path] !== goneCursor)
      // Uidvalidity 0 is no folder's: every place in the folder is gone.
      yield { ...batchOf(path), cursor: goneCursor, reset: { folder: path, uidvalidity: 0 } };
}

function visitOf(parts: ChangeParts, folder: FakeFolder, text: string | undefined): Visit {
  const { path, uidvalidity } = folder;
  const known = readCursor(text, parts);
  const isKnown = text !== undefined && text !== goneCursor;
  if (known?.uidvalidity !== uidvalidity) return { folder, path, uidvalidity, isKnown };
  parts.mailbox.resume(folder, known.next, Math.max(known.seen, known.settled));
  return { folder, path, uidvalidity, isKnown, cursor: known };
}

async function* look(parts: ChangeParts, visit: Visit, signal: AbortSignal): AsyncGenerator<ChangeBatch> {
  const { mailbox, faults } = parts;
  const { folder, path, isKnown, cursor: known } = visit;
  visit.cursor = undefined;
  if (faults.take('folder-trouble', { folder: path }))
    return yield { ...batchOf(path), trouble: `The server could not open the folder ${path}.` };
  if (faults.take('folder-vanishes', { folder: path })) mailbox.drop(folder);
  if (!stands(parts, visit)) return;
  const current = known?.uidvalidity === folder.uidvalidity ? known : undefined;
  visit.cursor = current ?? beginning(parts, folder, isKnown);
  yield* current ? news(parts, visit, current, signal) : older(parts, visit, signal);
}

function beginning({ mailbox, seed, count }: ChangeParts, folder: FakeFolder, renumbered: boolean): Cursor {
  const { uidvalidity, next } = folder;
  const { anchor, modseq } = mailbox;
  return { seed, count, anchor, uidvalidity, next, left: next, seen: modseq, settled: modseq, renumbered };
}

/** The next batch backwards from where the cursor is, which moves. */
async function* older(parts: ChangeParts, visit: Visit, signal: AbortSignal): AsyncGenerator<ChangeBatch> {
  const { folder, path, cursor } = visit;
  if (!cursor) return;
  const uids: number[] = [];
  let { left } = cursor;
  while (left > 1 && uids.length < parts.batchSize) if (parts.mailbox.place(folder, --left)) uids.push(left);
  const arrivals = await arrivalsAt(parts, folder, uids, signal);
  cursor.left = left;
  const progress = { current: cursor.next - left, total: cursor.next - 1 };
  yield { ...batchOf(path), arrivals, backfill: true, cursor: JSON.stringify(cursor), progress };
}

/** What changed in the part already given, and what has come since. */
async function* news(
  parts: ChangeParts,
  { folder, path }: Visit,
  cursor: Cursor,
  signal: AbortSignal,
): AsyncGenerator<ChangeBatch> {
  const { mailbox, batchSize } = parts;
  const { next, left, seen } = cursor;
  cursor.seen = mailbox.modseq;
  const flags: ChangeBatch['flags'] = [];
  for (const [uid, place] of folder.changed)
    if (place.modseq > seen && uid >= left && uid < next && !place.removed)
      flags.push({ ...refOf(folder, uid), flags: place.flags, modseq: place.modseq });
  const fresh: number[] = [];
  const end = folder.next;
  for (let uid = next; uid < end; uid++) if (mailbox.place(folder, uid)) fresh.push(uid);
  for (let from = 0; from === 0 || from < fresh.length; from += batchSize) {
    const uids = fresh.slice(from, from + batchSize);
    const arrivals = await arrivalsAt(parts, folder, uids, signal);
    cursor.next = from + batchSize < fresh.length ? (uids.at(-1) ?? next) + 1 : end;
    const told = from === 0 ? flags : [];
    if (told.length === 0 && cursor.next === next) continue;
    yield { ...batchOf(path), flags: told, arrivals, cursor: JSON.stringify(cursor) };
  }
}

/** What had left the folder when the run began: by now all of it has been told of where it went. */
function* departures({ folder, path, uidvalidity, cursor }: Visit, began: number): Generator<ChangeBatch> {
  if (cursor?.uidvalidity !== folder.uidvalidity) return;
  const { left, next, settled } = cursor;
  const removed: Ref[] = [];
  for (const [uid, place] of folder.changed) {
    const isNew = place.removed && place.modseq > settled && place.modseq <= began;
    if (isNew && uid >= left && uid < next) removed.push(refOf(folder, uid));
  }
  const isReset = cursor.renumbered && cursor.uidvalidity === uidvalidity;
  if (removed.length === 0 && !isReset) return;
  cursor.settled = began;
  cursor.renumbered &&= !isReset;
  yield {
    ...batchOf(path),
    removed,
    cursor: JSON.stringify(cursor),
    ...(isReset && { reset: { folder: path, uidvalidity } }),
  };
}

/** Whether the folder is still where it was listed. */
function stands({ mailbox }: ChangeParts, { folder, path }: Visit): boolean {
  return mailbox.folder(path) === folder;
}

function isUnfinished({ folder, cursor }: Visit): boolean {
  return cursor !== undefined && cursor.left > 1 && cursor.uidvalidity === folder.uidvalidity;
}

function batchOf(stream: string): ChangeBatch {
  return { stream, arrivals: [], flags: [], removed: [], backfill: false };
}

function refOf({ path, uidvalidity }: FakeFolder, uid: number): Ref {
  return { folder: path, uidvalidity, uid };
}
