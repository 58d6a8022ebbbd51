import type { ImapFlow, SearchObject } from 'imapflow';
import { messageIdIn } from '../../identifying-headers.ts';
import { ProviderError } from '../../provider.ts';
import type { MessageRef, ServerQuery } from '../../provider.ts';
import { gmailQuery } from '../../gmail-query.ts';
import { listFolders } from '../folders/folders.ts';
import type { ConnectionQueue } from '../connection/connection-queue.ts';
import { examine } from '../connection/connection-queue.ts';
import { formatUids, newestOf, noUids, parseUids, uidSetOf, uidsOf } from '../uid-set.ts';
import type { UidSet } from '../uid-set.ts';

/** The largest number of hits in one folder. It is enough for users, and keeps the next command short. */
const maxHitsPerFolder = 1000;

/** Searches one folder or, without `folder`, all of them. Newest first by the time the server received the message. */
export async function searchServer(
  queue: ConnectionQueue,
  query: ServerQuery,
  signal: AbortSignal,
): Promise<MessageRef[]> {
  const folders = query.folder === undefined ? await searchedFolders(queue, signal) : [query.folder];
  const hits: (MessageRef & { received: number })[] = [];
  for (const path of folders) {
    const found = await queue.use(signal, async ({ client }) => {
      const { uidValidity } = await examine(client, path);
      const uids = newestOf(await searchUids(client, searchObject(client, query)), maxHitsPerFolder);
      const times = folders.length > 1 ? await receivedTimesOf(client, uids) : new Map<number, number>();
      return [...uidsOf(uids)].map((uid) => ({
        folder: path,
        uidvalidity: Number(uidValidity),
        uid,
        received: times.get(uid) ?? 0,
      }));
    });
    hits.push(...found);
  }
  return hits
    .toSorted((a, b) => b.received - a.received || b.uid - a.uid)
    .map(({ folder: path, uidvalidity, uid }) => ({ folder: path, uidvalidity, uid }));
}

/** Gmail searches its index for its own queries, and compares text for those of IMAP. */
function searchObject(client: ImapFlow, { terms, since, before }: ServerQuery): SearchObject {
  if (client.capabilities.has('X-GM-EXT-1')) return { gmraw: gmailQuery({ terms, since, before }) };
  const words = terms.map(({ field, text }): SearchObject => ({ [field]: text }));
  const period = {
    // Servers compare days of their own time zone.
    ...(since && { since: new Date(since.getTime() - msPerDay) }),
    ...(before && { before: new Date(before.getTime() + msPerDay) }),
  };
  // An `or` with one member is that member, so a key may occur more than once.
  return words.reduceRight<SearchObject>((rest, word) => (isEmpty(rest) ? word : { ...word, or: [rest] }), period);
}

function isEmpty(search: SearchObject): boolean {
  return Object.keys(search).length === 0;
}

const msPerDay = 24 * 60 * 60_000;

/** Servers match substrings of the field, so the results are compared. */
export async function findById(
  queue: ConnectionQueue,
  { folder, header_id }: { folder: string; header_id: string },
  signal: AbortSignal,
): Promise<MessageRef[]> {
  return queue.use(signal, async ({ client }) => {
    const { uidValidity } = await examine(client, folder);
    const uids = await searchUids(client, { header: { 'message-id': header_id } });
    const found: MessageRef[] = [];
    if (uids.length === 0) return found;
    for await (const { uid, headers } of client.fetch(
      formatUids(newestOf(uids, maxHitsPerFolder)),
      { uid: true, headers: ['message-id'] },
      { uid: true },
    ))
      if (headers && messageIdIn(headers.toString('latin1')) === header_id)
        found.push({ folder, uidvalidity: Number(uidValidity), uid });
    return found;
  });
}

/** If the server has an All Mail folder, that folder and the two it excludes. */
async function searchedFolders(queue: ConnectionQueue, signal: AbortSignal): Promise<string[]> {
  const folders = (await queue.use(signal, ({ client }) => listFolders(client))).filter(({ selectable }) => selectable);
  const hasAll = folders.some(({ role }) => role === 'all_mail');
  const searched = hasAll
    ? folders.filter(({ role }) => role && ['all_mail', 'trash', 'spam'].includes(role))
    : folders;
  return searched.map(({ path }) => path);
}

async function receivedTimesOf(client: ImapFlow, uids: UidSet): Promise<Map<number, number>> {
  const times = new Map<number, number>();
  if (!uids.length) return times;
  for await (const { uid, internalDate } of client.fetch(
    formatUids(uids),
    { uid: true, internalDate: true },
    { uid: true },
  ))
    if (internalDate instanceof Date) times.set(uid, internalDate.getTime());
  return times;
}

/** The UIDs that a search finds in the open folder. Throws a `ProviderError` when the server refuses to search. */
export async function searchUids(client: ImapFlow, query: SearchObject): Promise<UidSet> {
  // ESEARCH returns ranges, so that a result of 100,000 messages is short.
  const found = await client.search(query, { uid: true, returnOptions: ['ALL'] });
  if (!found) throw new ProviderError('refused', 'The server refused to search the folder.');
  if (Array.isArray(found)) return uidSetOf(found);
  return found.all ? parseUids(found.all) : noUids;
}

/** Like `searchUids`; undefined if the server refuses to search. */
export async function searchUnlessRefused(client: ImapFlow, query: SearchObject): Promise<UidSet | undefined> {
  try {
    return await searchUids(client, query);
  } catch (error) {
    if (client.usable && error instanceof ProviderError && error.reason === 'refused') return undefined;
    throw error;
  }
}
