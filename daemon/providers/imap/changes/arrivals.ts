import type { FetchMessageObject, FetchQueryObject, ImapFlow } from 'imapflow';
import type { Clock } from '../../../base/clock.ts';
import { ProviderError } from '../../provider.ts';
import type { Arrival, Flags } from '../../provider.ts';
import { messageIdIn, identifyingHeaderNames } from '../../identifying-headers.ts';
import { examine } from '../connection/connection-queue.ts';
import { imapErrorOf } from '../connection/errors.ts';
import { searchUnlessRefused } from '../messages/search.ts';
import {
  countOf,
  formatUids,
  hasUid,
  highestOf,
  newestOf,
  noUids,
  difference,
  intersection,
  uidSetOf,
  uidsOf,
  union,
} from '../uid-set.ts';
import type { UidSet } from '../uid-set.ts';

type FolderRef = { folder: string; uidvalidity: number };

/** What the server said about messages without their bytes; `flagless` are UIDs whose flags it did not report readably. */
export type Listing = { arrivals: Map<number, Arrival>; flagless: Set<number> };

/** Adds the server's data on these messages to the listing; a message that has been removed is left out. */
export async function fetchArrivals(
  client: ImapFlow,
  folderRef: FolderRef,
  uids: UidSet,
  { listing, clock }: { listing: Listing; clock: Clock },
): Promise<void> {
  if (!uids.length) return;
  const mailbox = await examine(client, folderRef.folder);
  if (Number(mailbox.uidValidity) !== folderRef.uidvalidity)
    throw new ProviderError('protocol', `The server renumbered ${folderRef.folder} during the sync.`);
  const { arrivals, flagless } = listing;
  const add = (message: FetchMessageObject) => {
    arrivals.set(message.uid, arrivalOf(message, folderRef, clock));
    if (!message.flags && message.size !== undefined) flagless.add(message.uid);
  };
  await fetchInHalves(client, uids, add);
  const omitted = difference(uids, uidSetOf(arrivals.keys()));
  if (omitted.length) for (const message of await describeOmitted(client, omitted)) add(message);
}

const metadata = { uid: true, internalDate: true, size: true, threadId: true };

/**
 * A single message that the server cannot describe fails the whole FETCH, so halves are requested until it is isolated. Only
 * its UID is known then, and `Provider.sources` reports its trouble.
 */
async function fetchInHalves(
  client: ImapFlow,
  uids: UidSet,
  onMessage: (message: FetchMessageObject) => void,
): Promise<void> {
  const query = { ...metadata, flags: true, headers: identifyingHeaderNames };
  try {
    for await (const message of client.fetch(formatUids(uids), query, { uid: true }))
      // Servers may add data on other messages to any response (RFC 9051, section 7.5.2), without the other fields.
      if (hasUid(uids, message.uid) && message.size !== undefined) onMessage(message);
  } catch (error) {
    throwUnlessRefused(client, error);
    const count = countOf(uids);
    if (count === 1) return onMessage({ seq: 0, uid: highestOf(uids) });
    const newer = newestOf(uids, Math.ceil(count / 2));
    await fetchInHalves(client, newer, onMessage);
    await fetchInHalves(client, difference(uids, newer), onMessage);
  }
}

/**
 * Messages that the server has but left out of its answer, or described in a way that cannot be parsed: what it reports about
 * them when less is requested.
 */
async function describeOmitted(client: ImapFlow, omitted: UidSet): Promise<FetchMessageObject[]> {
  const present = await presentUids(client, omitted);
  const described = new Map<number, FetchMessageObject>([...uidsOf(present)].map((uid) => [uid, { seq: 0, uid }]));
  const request = async (uids: UidSet, query: FetchQueryObject) => {
    if (!uids.length) return;
    for (const message of await fetchUnlessRefused(client, uids, query))
      if (described.has(message.uid)) described.set(message.uid, { ...described.get(message.uid), ...message });
  };
  await request(present, { ...metadata, headers: identifyingHeaderNames });
  const unsized = [...described.values()].filter(({ size }) => size === undefined);
  await request(uidSetOf(unsized.map(({ uid }) => uid)), metadata);
  await request(present, { uid: true, flags: true });
  return [...described.values()];
}

/** Which of these are in the open folder, by a search and by a listing: either may be incomplete. */
async function presentUids(client: ImapFlow, uids: UidSet): Promise<UidSet> {
  const listed = await fetchUnlessRefused(client, uids, { uid: true });
  const found = (await searchUnlessRefused(client, { uid: formatUids(uids) })) ?? noUids;
  return intersection(uids, union(found, uidSetOf(listed.map(({ uid }) => uid))));
}

/** What the server answers; nothing if it refuses. */
export async function fetchUnlessRefused(
  client: ImapFlow,
  uids: UidSet,
  query: FetchQueryObject,
): Promise<FetchMessageObject[]> {
  const messages: FetchMessageObject[] = [];
  try {
    for await (const message of client.fetch(formatUids(uids), query, { uid: true })) messages.push(message);
  } catch (error) {
    throwUnlessRefused(client, error);
  }
  return messages;
}

function throwUnlessRefused(client: ImapFlow, error: unknown): void {
  const providerError = imapErrorOf(error, 'The server');
  if (!client.usable || !(providerError instanceof ProviderError) || providerError.reason === 'busy') throw error;
}

/** A message of which only the UID is known. */
export function arrivalWithUidOnly(folderRef: FolderRef, uid: number, clock: Clock): Arrival {
  return arrivalOf({ seq: 0, uid }, folderRef, clock);
}

function arrivalOf(message: FetchMessageObject, folderRef: FolderRef, clock: Clock): Arrival {
  const { uid, size, internalDate, emailId, threadId, headers } = message;
  const identifyingHeaders = headers?.toString('latin1');
  return {
    ...folderRef,
    uid,
    ...flagsOf(message),
    // An invalid date arrives as text; the message's own Date header then decides its position in lists.
    received: internalDate instanceof Date ? internalDate : clock.now(),
    size: size ?? 0,
    ...(emailId ? { provider_id: emailId } : {}),
    ...(threadId ? { provider_thread_id: threadId } : {}),
    ...(identifyingHeaders === undefined ? {} : { identifyingHeaders, header_id: messageIdIn(identifyingHeaders) }),
  };
}

/** `\Recent` is left out: it belongs to a session, not to the message. */
export function flagsOf({ flags, modseq }: FetchMessageObject): Flags {
  return {
    flags: [...(flags ?? [])].filter((flag) => flag.toLowerCase() !== '\\recent'),
    ...(modseq === undefined ? {} : { modseq: Number(modseq) }),
  };
}
