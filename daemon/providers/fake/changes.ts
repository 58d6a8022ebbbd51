import type { ChangeBatch, Cursors, MessageRef } from '../provider.ts';
import { arrivalsAt } from './arrivals.ts';
import type { ArrivalDeps } from './arrivals.ts';
import { fakeDeletedFolderCursor, readCursor } from './cursor.ts';
import type { Cursor } from './cursor.ts';
import type { FakeFolder } from './mailbox.ts';

/** `batchSize` is the largest number of messages in a batch. */
type ChangeDeps = ArrivalDeps & { seed: number; count: number; batchSize: number };

/** A folder at the start of the run, whether it was known before, and how far it has been reported. */
type Visit = { folder: FakeFolder; path: string; uidvalidity: number; isKnown: boolean; cursor?: Cursor | undefined };

/** New mail of every folder, then the old mail of first syncs, one batch of each folder in turn, then removals. */
export async function* changesSince(
  deps: ChangeDeps,
  cursors: Cursors,
  signal: AbortSignal,
): AsyncGenerator<ChangeBatch> {
  const visits = deps.mailbox.list.map((folder) => visitOf(deps, folder, cursors[folder.path]));
  // Later removals are reported by the next run, which first reports the new placement.
  const startModseq = deps.mailbox.modseq;
  for (const visit of visits) yield* visitFolder(deps, visit, signal);
  const isOpen = (visit: Visit) => isUnfinished(visit) && isStillListed(deps, visit);
  for (let open = visits.filter(isOpen); open.length > 0; open = open.filter(isOpen))
    for (const visit of open) yield* olderMail(deps, visit, signal);
  for (const visit of visits) if (isStillListed(deps, visit)) yield* removals(visit, startModseq);
  for (const path of Object.keys(cursors))
    if (!visits.some((visit) => visit.path === path) && cursors[path] !== fakeDeletedFolderCursor)
      // Uidvalidity 0 belongs to no folder: every placement in the folder is gone.
      yield { ...batchOf(path), cursor: fakeDeletedFolderCursor, reset: { folder: path, uidvalidity: 0 } };
}

function visitOf(deps: ChangeDeps, folder: FakeFolder, text: string | undefined): Visit {
  const { path, uidvalidity } = folder;
  const known = readCursor(text, deps);
  const isKnown = text !== undefined && text !== fakeDeletedFolderCursor;
  if (known?.uidvalidity !== uidvalidity) return { folder, path, uidvalidity, isKnown };
  deps.mailbox.resume(folder, known.uidnext, Math.max(known.seen, known.settled));
  return { folder, path, uidvalidity, isKnown, cursor: known };
}

async function* visitFolder(deps: ChangeDeps, visit: Visit, signal: AbortSignal): AsyncGenerator<ChangeBatch> {
  const { mailbox, faults } = deps;
  const { folder, path, isKnown, cursor: known } = visit;
  visit.cursor = undefined;
  if (faults.consume('folder-trouble', { folder: path }))
    return yield { ...batchOf(path), error: `The server could not open the folder ${path}.` };
  if (faults.consume('folder-vanishes', { folder: path })) mailbox.removeFolder(folder);
  if (!isStillListed(deps, visit)) return;
  const current = known?.uidvalidity === folder.uidvalidity ? known : undefined;
  visit.cursor = current ?? initialCursor(deps, folder, isKnown);
  yield* current ? recentChanges(deps, visit, current, signal) : olderMail(deps, visit, signal);
}

function initialCursor({ mailbox, seed, count }: ChangeDeps, folder: FakeFolder, renumbered: boolean): Cursor {
  const { uidvalidity, uidnext } = folder;
  const { anchor, modseq } = mailbox;
  return { seed, count, anchor, uidvalidity, uidnext, left: uidnext, seen: modseq, settled: modseq, renumbered };
}

/** The next batch backwards from the cursor, which is moved. */
async function* olderMail(deps: ChangeDeps, visit: Visit, signal: AbortSignal): AsyncGenerator<ChangeBatch> {
  const { folder, path, cursor } = visit;
  if (!cursor) return;
  const uids: number[] = [];
  let { left } = cursor;
  while (left > 1 && uids.length < deps.batchSize) if (deps.mailbox.placement(folder, --left)) uids.push(left);
  const arrivals = await arrivalsAt(deps, folder, uids, signal);
  cursor.left = left;
  const progress = { current: cursor.uidnext - left, total: cursor.uidnext - 1 };
  yield { ...batchOf(path), arrivals, backfill: true, cursor: JSON.stringify(cursor), progress };
}

/** Changes in the part already reported, and new arrivals. */
async function* recentChanges(
  deps: ChangeDeps,
  { folder, path }: Visit,
  cursor: Cursor,
  signal: AbortSignal,
): AsyncGenerator<ChangeBatch> {
  const { mailbox, batchSize } = deps;
  const { uidnext: next, left, seen } = cursor;
  cursor.seen = mailbox.modseq;
  const flags: ChangeBatch['flags'] = [];
  for (const [uid, placement] of folder.changed)
    if (placement.modseq > seen && uid >= left && uid < next && !placement.removed)
      flags.push({ ...refOf(folder, uid), flags: placement.flags, modseq: placement.modseq });
  const fresh: number[] = [];
  const end = folder.uidnext;
  for (let uid = next; uid < end; uid++) if (mailbox.placement(folder, uid)) fresh.push(uid);
  for (let from = 0; from === 0 || from < fresh.length; from += batchSize) {
    const uids = fresh.slice(from, from + batchSize);
    const arrivals = await arrivalsAt(deps, folder, uids, signal);
    cursor.uidnext = from + batchSize < fresh.length ? (uids.at(-1) ?? next) + 1 : end;
    const reported = from === 0 ? flags : [];
    if (reported.length === 0 && cursor.uidnext === next) continue;
    yield { ...batchOf(path), flags: reported, arrivals, cursor: JSON.stringify(cursor) };
  }
}

/** Removals that had happened when the run began: by now their new placements have been reported. */
function* removals({ folder, path, uidvalidity, cursor }: Visit, startModseq: number): Generator<ChangeBatch> {
  if (cursor?.uidvalidity !== folder.uidvalidity) return;
  const { left, uidnext: next, settled } = cursor;
  const removed: MessageRef[] = [];
  for (const [uid, placement] of folder.changed) {
    const isNew = placement.removed && placement.modseq > settled && placement.modseq <= startModseq;
    if (isNew && uid >= left && uid < next) removed.push(refOf(folder, uid));
  }
  const isReset = cursor.renumbered && cursor.uidvalidity === uidvalidity;
  if (removed.length === 0 && !isReset) return;
  cursor.settled = startModseq;
  cursor.renumbered &&= !isReset;
  yield {
    ...batchOf(path),
    removed,
    cursor: JSON.stringify(cursor),
    ...(isReset && { reset: { folder: path, uidvalidity } }),
  };
}

/** Whether the folder still exists where it was listed. */
function isStillListed({ mailbox }: ChangeDeps, { folder, path }: Visit): boolean {
  return mailbox.folder(path) === folder;
}

function isUnfinished({ folder, cursor }: Visit): boolean {
  return cursor !== undefined && cursor.left > 1 && cursor.uidvalidity === folder.uidvalidity;
}

function batchOf(stream: string): ChangeBatch {
  return { stream, arrivals: [], flags: [], removed: [], backfill: false };
}

function refOf({ path, uidvalidity }: FakeFolder, uid: number): MessageRef {
  return { folder: path, uidvalidity, uid };
}
