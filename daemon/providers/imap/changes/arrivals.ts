import type { FetchMessageObject, ImapFlow } from 'imapflow';
import type { Clock } from '../../../base/clock.ts';
import { ProviderError } from '../../provider.ts';
import type { Arrival, Flags } from '../../provider.ts';
import { messageIdIn, identifyingHeaderNames } from '../../identifying-headers.ts';
import { examine } from '../connection/connection-queue.ts';
import { imapErrorOf } from '../connection/errors.ts';
import { countOf, formatUids, hasUid, highestOf, newestOf, difference } from '../uid-set.ts';
import type { UidSet } from '../uid-set.ts';

/** The server's data on these messages without their bytes, newest first; a message that has been removed is left out. */
export async function fetchArrivals(
  client: ImapFlow,
  folderRef: { folder: string; uidvalidity: number },
  uids: UidSet,
  clock: Clock,
): Promise<Arrival[]> {
  if (!uids.length) return [];
  const mailbox = await examine(client, folderRef.folder);
  if (Number(mailbox.uidValidity) !== folderRef.uidvalidity)
    throw new ProviderError('protocol', `The server numbered ${folderRef.folder} anew during the sync.`);
  const arrivals = new Map<number, Arrival>();
  await fetchInHalves(client, uids, (message) => arrivals.set(message.uid, arrivalOf(message, folderRef, clock)));
  return [...arrivals.values()].toSorted((a, b) => b.uid - a.uid);
}

/**
 * A single message that the server cannot describe fails the whole FETCH, so halves are requested until it is isolated. Only
 * its UID is known then, and `Provider.sources` reports its trouble.
 */
async function fetchInHalves(
  client: ImapFlow,
  uids: UidSet,
  onMessage: (message: FetchMessageObject) => void,
): Promise<void> {
  const query = {
    uid: true,
    flags: true,
    internalDate: true,
    size: true,
    threadId: true,
    headers: identifyingHeaderNames,
  };
  try {
    for await (const message of client.fetch(formatUids(uids), query, { uid: true }))
      // Servers may add data on other messages to any response (RFC 9051, section 7.5.2), without the other fields.
      if (hasUid(uids, message.uid) && message.size !== undefined) onMessage(message);
  } catch (error) {
    const providerError = imapErrorOf(error, 'The server');
    if (!client.usable || !(providerError instanceof ProviderError) || providerError.reason === 'busy') throw error;
    const count = countOf(uids);
    if (count === 1) return onMessage({ seq: 0, uid: highestOf(uids) });
    const newer = newestOf(uids, Math.ceil(count / 2));
    await fetchInHalves(client, newer, onMessage);
    await fetchInHalves(client, difference(uids, newer), onMessage);
  }
}

/** A message of which only the UID is known. */
export function arrivalWithUidOnly(
  folderRef: { folder: string; uidvalidity: number },
  uid: number,
  clock: Clock,
): Arrival {
  return arrivalOf({ seq: 0, uid }, folderRef, clock);
}

function arrivalOf(
  message: FetchMessageObject,
  folderRef: { folder: string; uidvalidity: number },
  clock: Clock,
): Arrival {
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
