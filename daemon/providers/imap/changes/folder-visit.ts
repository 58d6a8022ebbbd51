import type { ImapFlow, MailboxObject } from 'imapflow';
import type { Flags } from '../../provider.ts';
import type { Cursor } from './cursor.ts';
import { flagChanges, modseqOf } from './flag-changes.ts';
import { examine } from '../connection/connection-queue.ts';
import { searchUids } from '../messages/search.ts';
import { countOf, highestOf, noUids, union, uidsFrom, difference } from '../uid-set.ts';
import type { UidSet } from '../uid-set.ts';

/** The known state of a folder and, in `pending`, its messages that are not reported yet. */
export type FolderState = { cursor: Cursor; pending: UidSet };

export type Visit = FolderState & {
  flags: (Flags & { uid: number })[];
  removed: UidSet;
};

/**
 * Reads the changes of a folder since `before`. `pending` is what an earlier visit of the same sync left to fetch; without
 * it an unfinished folder is listed again completely.
 */
export async function visitFolder(
  client: ImapFlow,
  path: string,
  before: Cursor | undefined,
  pending?: UidSet,
): Promise<Visit> {
  const box = await examine(client, path, { anew: true });
  if (!before || before.uidvalidity !== Number(box.uidValidity)) return firstVisit(client, box, before !== undefined);

  const { flags, vanished, flags_below } = await flagChanges(client, box, before);
  const added = await newUids(client, box, before, pending);
  const known = difference(before.known, vanished);
  const waiting = union(difference(pending ?? noUids, vanished), added);
  const base = { ...before, flags_below, uidnext: nextUid(box, known, waiting), modseq: modseqOf(client, box) };

  // A matching count proves that nothing was expunged, or that all expunges are known; otherwise the folder is listed and
  // compared. This also detects expunges on servers without QRESYNC.
  const isCountConsistent =
    (pending !== undefined || before.complete) && countOf(known) + countOf(waiting) === box.exists;
  if (isCountConsistent) return visitOf(base, before.known, known, waiting, flags);
  const all = await searchUids(client, { all: true });
  const kept = difference(before.known, difference(before.known, all));
  return visitOf(base, before.known, kept, difference(all, kept), flags);
}

async function firstVisit(client: ImapFlow, box: MailboxObject, renumbered: boolean): Promise<Visit> {
  const pending = await searchUids(client, { all: true });
  const uidnext = nextUid(box, noUids, pending);
  const cursor = {
    uidvalidity: Number(box.uidValidity),
    uidnext,
    oldest_news: uidnext,
    modseq: modseqOf(client, box),
    known: noUids,
    complete: !pending.length,
    ...(renumbered && { renumbered }),
  };
  return { cursor, pending, flags: [], removed: noUids };
}

async function newUids(client: ImapFlow, box: MailboxObject, before: Cursor, pending?: UidSet): Promise<UidSet> {
  if (box.uidNext === before.uidnext) return noUids;
  const first = Math.max(highestOf(before.known), highestOf(pending ?? noUids)) + 1;
  // `n:*` always includes the last message, even if its UID is below n.
  return uidsFrom(await searchUids(client, { uid: `${first}:*` }), first);
}

/** Some servers do not report their next UID. */
function nextUid(box: MailboxObject, known: UidSet, waiting: UidSet): number {
  return box.uidNext || Math.max(highestOf(known), highestOf(waiting)) + 1;
}

function visitOf(base: Cursor, before: UidSet, known: UidSet, pending: UidSet, flags: Visit['flags']): Visit {
  const cursor = { ...base, known, complete: !pending.length };
  return { cursor, pending, flags, removed: difference(before, known) };
}
