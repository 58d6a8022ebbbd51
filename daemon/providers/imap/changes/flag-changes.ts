import type { ExpungeEvent, ImapFlow, MailboxObject } from 'imapflow';
import type { Flags } from '../../provider.ts';
import { flagsOf } from './arrivals.ts';
import type { Cursor } from './cursor.ts';
import { formatUids, hasUid, newestOf, noUids, uidSetOf, union, difference } from '../uid-set.ts';
import type { UidSet } from '../uid-set.ts';

type FlagChanges = {
  flags: (Flags & { uid: number })[];
  /** The UIDs that the server reports as expunged (QRESYNC only). */
  vanished: UidSet;
  /** See `Cursor`. */
  flags_below?: number;
};

const noChanges: FlagChanges = { flags: [], vanished: noUids };

/** Without modification sequences: how many of the newest and of the older flags are read at each visit. */
const newestFlagsCount = 1000;
const olderFlagsCount = 2000;

/** The modification sequence of an open folder, where the server has them and supports queries by them (RFC 7162). */
export function modseqOf(client: ImapFlow, box: MailboxObject): bigint | undefined {
  return client.enabled.has('CONDSTORE') && !box.noModseq ? box.highestModseq : undefined;
}

/** Flags of known messages that changed since `before`, in the open folder. */
export async function flagChanges(client: ImapFlow, box: MailboxObject, before: Cursor): Promise<FlagChanges> {
  const modseq = modseqOf(client, box);
  if (!before.known.length || (modseq !== undefined && modseq === before.modseq)) return noChanges;
  if (modseq === undefined || before.modseq === undefined) return readFlagsInTurn(client, before);
  // A sequence that went backwards means a restored server: only reading all flags is safe.
  if (modseq < before.modseq) return { ...noChanges, flags: await fetchFlags(client, before.known) };

  const span: UidSet = [[before.known[0]?.[0] ?? 1, before.known.at(-1)?.[1] ?? 1]];
  const vanished: number[] = [];
  const onExpunge = ({ path, uid }: ExpungeEvent) => {
    if (uid && path === box.path && hasUid(before.known, uid)) vanished.push(uid);
  };
  client.on('expunge', onExpunge);
  try {
    const flags = await fetchFlags(client, before.known, span, before.modseq);
    return { flags, vanished: uidSetOf(vanished) };
  } finally {
    client.off('expunge', onExpunge);
  }
}

/**
 * A server without modification sequences cannot report changes, so current flags are read and reported: the newest at each
 * visit, the older ones in turn.
 */
async function readFlagsInTurn(client: ImapFlow, { known, flags_below }: Cursor): Promise<FlagChanges> {
  const newest = newestOf(known, newestFlagsCount);
  const older = difference(known, newest);
  const remaining = flags_below ? difference(older, [[flags_below, Infinity]]) : older;
  const turn = newestOf(remaining.length ? remaining : older, olderFlagsCount);
  const flags = await fetchFlags(client, union(newest, turn));
  return { ...noChanges, flags, ...(turn[0] ? { flags_below: turn[0][0] } : {}) };
}

async function fetchFlags(client: ImapFlow, wanted: UidSet, range = wanted, changedSince?: bigint) {
  const changes: (Flags & { uid: number })[] = [];
  const options = { uid: true, ...(changedSince === undefined ? {} : { changedSince }) };
  for (const part of splitForCommandLength(range))
    for await (const message of client.fetch(formatUids(part), { uid: true, flags: true }, options))
      if (message.flags && hasUid(wanted, message.uid)) changes.push({ uid: message.uid, ...flagsOf(message) });
  return changes;
}

/** Splits a set of many ranges, because servers limit the length of a command line (8,000 bytes and less). */
function* splitForCommandLength(set: UidSet): Generator<UidSet> {
  for (let start = 0; start < set.length; start += 300) yield set.slice(start, start + 300);
}
