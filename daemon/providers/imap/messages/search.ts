import type { ImapFlow, SearchObject } from 'imapflow';
import { messageIdIn } from '../../identifying-headers.ts';
import { ProviderError } from '../../provider.ts';
import type { MessageRef } from '../../provider.ts';
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
  { text, folder }: { text: string; folder?: string },
  signal: AbortSignal,
): Promise<MessageRef[]> {
  const folders = folder ? [folder] : await searchedFolders(queue, signal);
  const hits: (MessageRef & { received: number })[] = [];
  for (const path of folders) {
    const found = await queue.use(signal, async ({ client }) => {
      const { uidValidity } = await examine(client, path);
      const uids = newestOf(await searchUids(client, { text }), maxHitsPerFolder);
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
