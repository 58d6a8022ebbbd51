import type { FetchMessageObject, ImapFlow } from 'imapflow';
import type { Clock } from '../../base/clock.ts';
import { ProviderError } from '../provider.ts';
import type { Arrival, Flags } from '../provider.ts';
import { examine } from './line.ts';
import { formatUids, hasUid } from './uid-set.ts';
import type { UidSet } from './uid-set.ts';

/** What the server says of these messages without their bytes, newest first; a message gone meanwhile is left out. */
export async function fetchArrivals(
  client: ImapFlow,
  place: { folder: string; uidvalidity: number },
  uids: UidSet,
  clock: Clock,
): Promise<Arrival[]> {
  if (!uids.length) return [];
  const box = await examine(client, place.folder);
  if (Number(box.uidValidity) !== place.uidvalidity)
    throw new ProviderError('protocol', `The server numbered ${place.folder} anew during the sync.`);
  const arrivals: Arrival[] = [];
  const query = { uid: true, flags: true, internalDate: true, size: true, threadId: true };
  for await (const message of client.fetch(formatUids(uids), query, { uid: true }))
    // Servers may add news of other messages to any answer (RFC 9051, section 7.5.2), without the rest of the fields.
    if (hasUid(uids, message.uid) && message.size !== undefined) arrivals.push(arrivalOf(message, place, clock));
  return arrivals.toSorted((a, b) => b.uid - a.uid);
}

function arrivalOf(message: FetchMessageObject, place: { folder: string; uidvalidity: number }, clock: Clock): Arrival {
  const { uid, size, internalDate, emailId, threadId } = message;
  return {
    ...place,
    uid,
    ...flagsOf(message),
    // A date that cannot be read comes as text; the message's own Date header then decides where it is listed.
    received: internalDate instanceof Date ? internalDate : clock.now(),
    size: size ?? 0,
    ...(emailId ? { provider_id: emailId } : {}),
    ...(threadId ? { provider_thread_id: threadId } : {}),
  };
}

/** `\Recent` is left out: it belongs to a session, not to the message. */
export function flagsOf({ flags, modseq }: FetchMessageObject): Flags {
  return {
    flags: [...(flags ?? [])].filter((flag) => flag.toLowerCase() !== '\\recent'),
    ...(modseq === undefined ? {} : { modseq: Number(modseq) }),
  };
}
