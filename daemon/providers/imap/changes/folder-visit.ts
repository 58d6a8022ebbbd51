import type { ImapFlow, MailboxObject } from 'imapflow';
import type { Flags } from '../../provider.ts';
import { fetchUnlessRefused, flagsOf } from './arrivals.ts';
import type { Cursor } from './cursor.ts';
import { flagChanges, modseqOf } from './flag-changes.ts';
import { examine } from '../connection/connection-queue.ts';
import { searchUnlessRefused } from '../messages/search.ts';
import { countOf, hasUid, highestOf, intersection, noUids, union, uidsFrom, uidSetOf, difference } from '../uid-set.ts';
import type { UidSet } from '../uid-set.ts';

/** The known state of a folder and, in `pending`, its messages that are not reported yet. */
export type FolderState = { cursor: Cursor; pending: UidSet };

export type Visit = FolderState & {
  flags: (Flags & { uid: number })[];
  removed: UidSet;
  /** How many messages the server counts and does not list. */
  unlisted: number;
};

type VisitOptions = {
  /** What an earlier visit of the same sync left to fetch; without it an unfinished folder is listed again completely. */
  pending?: UidSet | undefined;
  /** The server does not answer searches, so messages are listed by FETCH. */
  isSearchAvoided?: boolean;
};

/** Reads the changes of a folder since `before`. */
export async function visitFolder(
  client: ImapFlow,
  path: string,
  before: Cursor | undefined,
  { pending, isSearchAvoided = false }: VisitOptions = {},
): Promise<Visit> {
  const box = await examine(client, path, { anew: true });
  const list = () => listUids(client, box, isSearchAvoided);
  if (!before || before.uidvalidity !== Number(box.uidValidity))
    return firstVisit(client, box, { all: await list(), renumbered: before !== undefined });

  const { flags, vanished, flags_below } = await flagChanges(client, box, before);
  const { readable, flagless } = await flagsOfFlagless(client, before);
  flags.push(...readable);
  const added = isSearchAvoided ? noUids : await newUids(client, box, before, pending);
  const known = difference(before.known, vanished);
  const waiting = union(difference(pending ?? noUids, vanished), added);
  const uidnext = nextUid(box, known, waiting);
  const base = { ...before, flags_below, uidnext, modseq: modseqOf(client, box), flagless };

  // A matching count proves that nothing was expunged, or that all expunges are known; otherwise the folder is listed and
  // compared. This also detects expunges on servers without QRESYNC.
  const isCountConsistent =
    (pending !== undefined || before.complete) && countOf(known) + countOf(waiting) === box.exists;
  if (isCountConsistent) return visitOf(base, before.known, known, waiting, flags);
  const { uids: all, unlisted } = await list();
  const kept = difference(before.known, difference(before.known, all));
  return { ...visitOf(base, before.known, kept, difference(all, kept), flags), unlisted };
}

function firstVisit(
  client: ImapFlow,
  box: MailboxObject,
  { all: { uids: pending, unlisted }, renumbered }: { all: UidList; renumbered: boolean },
): Visit {
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
  return { cursor, pending, flags: [], removed: noUids, unlisted };
}

type UidList = { uids: UidSet; unlisted: number };

/** Every message of the open folder. A search that finds fewer than there are is complemented by FETCH. */
async function listUids(client: ImapFlow, box: MailboxObject, isSearchAvoided: boolean): Promise<UidList> {
  const found = (isSearchAvoided ? undefined : await searchUnlessRefused(client, { all: true })) ?? noUids;
  if (countOf(found) >= box.exists) return { uids: found, unlisted: 0 };
  const listed: number[] = [];
  for await (const { uid } of client.fetch('1:*', { uid: true })) if (uid) listed.push(uid);
  const uids = union(found, uidSetOf(listed));
  // Mail may have left the folder meanwhile.
  const exists = client.mailbox ? Math.min(box.exists, client.mailbox.exists) : box.exists;
  return { uids, unlisted: Math.max(0, exists - countOf(uids)) };
}

/** The flags that the server did not report readably before and reports now. */
async function flagsOfFlagless(
  client: ImapFlow,
  { flagless, known }: Cursor,
): Promise<{ readable: Visit['flags']; flagless: UidSet | undefined }> {
  const requested = flagless ? intersection(flagless, known) : noUids;
  if (!requested.length) return { readable: [], flagless: undefined };
  const messages = await fetchUnlessRefused(client, requested, { uid: true, flags: true });
  const readable = messages.flatMap((message) =>
    message.flags && hasUid(requested, message.uid) ? [{ uid: message.uid, ...flagsOf(message) }] : [],
  );
  const left = difference(requested, uidSetOf(readable.map(({ uid }) => uid)));
  return { readable, flagless: left.length ? left : undefined };
}

async function newUids(client: ImapFlow, box: MailboxObject, before: Cursor, pending?: UidSet): Promise<UidSet> {
  if (box.uidNext === before.uidnext) return noUids;
  const first = Math.max(highestOf(before.known), highestOf(pending ?? noUids)) + 1;
  // `n:*` always includes the last message, even if its UID is below n.
  return uidsFrom((await searchUnlessRefused(client, { uid: `${first}:*` })) ?? noUids, first);
}

/** Some servers do not report their next UID. */
function nextUid(box: MailboxObject, known: UidSet, waiting: UidSet): number {
  return box.uidNext || Math.max(highestOf(known), highestOf(waiting)) + 1;
}

function visitOf(base: Cursor, before: UidSet, known: UidSet, pending: UidSet, flags: Visit['flags']): Visit {
  const cursor = { ...base, known, complete: !pending.length };
  return { cursor, pending, flags, removed: difference(before, known), unlisted: 0 };
}
