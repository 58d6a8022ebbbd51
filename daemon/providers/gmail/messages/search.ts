import type { Arrival, MessageRef, ServerQuery } from '../../provider.ts';
import { gmailQuery } from '../../gmail-query.ts';
import { headerSection, messageIdIn } from '../../identifying-headers.ts';
import { allArrivalsOf, arrivalsOf, knownLabels, readMessages, type ApiMailbox } from '../api-mailbox.ts';
import type { MessageFilter, RequestContext } from '../api/gmail-api.ts';
import { allMailId, foldersOf, requireLabelId } from '../labels/folders.ts';
import { inParallel, maxParallelRequests } from '../parallel.ts';
import { apiIdOf, serverIdOf } from '../server-ids.ts';

/** Hits of a search, at most: more than a user looks at. */
const maxHits = 500;

/** Messages that are described at once, at most. */
const maxArrivals = 100;

/** Messages with one Message-ID that are read, at most. */
const maxCopies = 10;

type ListedIn = { folder: string | undefined; query?: string; most: number };

/** The placements of hits in `folder`, or in All Mail, from which Trash and Spam are told apart when they are described. */
export async function searchWithApi(
  mailbox: ApiMailbox,
  { folder, ...query }: ServerQuery,
  context: RequestContext,
): Promise<MessageRef[]> {
  const { uidvalidity } = mailbox.state;
  if (uidvalidity === undefined) return [];
  const ids = await listIds(mailbox, { folder, query: gmailQuery(query), most: maxHits }, context);
  // Hits that no sync has reported yet are older than what it has reported.
  const uids = mailbox.numbers.assign(ids, 'older');
  const all = (await knownLabels(mailbox, context)).pathOf(allMailId) ?? '';
  return ids.map((id) => ({ folder: folder ?? all, uidvalidity, uid: uids.get(id) ?? 0 }));
}

/** All placements of messages. Their sources are kept for `sources`. */
export async function describeWithApi(
  mailbox: ApiMailbox,
  refs: readonly MessageRef[],
  context: RequestContext,
): Promise<Arrival[]> {
  const labels = await knownLabels(mailbox, context);
  const { uidvalidity = 0 } = mailbox.state;
  const present = refs.filter((ref) => ref.uidvalidity === uidvalidity);
  const ids = mailbox.numbers.serverIdsOf(present.map(({ uid }) => uid));
  const { historyId } = await mailbox.api.profile(context);
  const messages = await readMessages(mailbox, [...ids.values()], { ...context, since: historyId });
  return [...ids].flatMap(([uid, id]) => {
    const message = messages.get(id);
    return message ? allArrivalsOf(message, { uidvalidity, uid }, labels) : [];
  });
}

/** The placements of the messages with a Message-ID. */
export async function findByMessageId(
  mailbox: ApiMailbox,
  { folder, header_id }: { folder: string; header_id: string },
  context: RequestContext,
): Promise<MessageRef[]> {
  const { api, numbers, state } = mailbox;
  const ids = await listIds(mailbox, { folder, query: `rfc822msgid:${header_id}`, most: maxCopies }, context);
  // Gmail searches without regard to case and to some characters.
  const messages = inParallel(ids, maxParallelRequests, (id) => api.rawMessage(apiIdOf(id), context));
  const found: string[] = [];
  for await (const message of messages)
    if (message && messageIdIn(headerSection(message.bytes)) === header_id) found.push(serverIdOf(message.id));
  // The oldest first, so that UIDs rise.
  const uids = numbers.assign(found.toReversed(), 'newer');
  return found.map((id) => ({ folder, uidvalidity: state.uidvalidity ?? 1, uid: uids.get(id) ?? 0 }));
}

/** The newest messages of a folder whose UID is higher. None if the folder has another UIDVALIDITY. */
export async function newArrivalsWithApi(
  mailbox: ApiMailbox,
  { folder, after }: { folder: string; after: { uidvalidity?: number; uid: number } },
  context: RequestContext,
): Promise<Arrival[]> {
  const labels = await knownLabels(mailbox, context);
  const { uidvalidity } = mailbox.state;
  if (uidvalidity === undefined || (after.uidvalidity ?? uidvalidity) !== uidvalidity) return [];
  const { historyId } = await mailbox.api.profile(context);
  const ids = await listIds(mailbox, { folder, most: maxArrivals }, context);
  const known = mailbox.numbers.find(ids);
  const wanted = ids.filter((id) => (known.get(id) ?? Infinity) > after.uid);
  const messages = await readMessages(mailbox, wanted, { ...context, since: historyId });
  // The oldest first, so that UIDs rise.
  const order = wanted.filter((id) => messages.has(id)).toReversed();
  const uids = mailbox.numbers.assign(order, 'newer');
  return order.flatMap((id) => {
    const message = messages.get(id);
    return message && foldersOf(message.labelIds, labels).includes(folder)
      ? arrivalsOf(message, { uidvalidity, uid: uids.get(id) ?? 0 }, [folder])
      : [];
  });
}

async function listIds(
  mailbox: ApiMailbox,
  { folder, query, most }: ListedIn,
  context: RequestContext,
): Promise<string[]> {
  const label = folder === undefined ? allMailId : requireLabelId(await knownLabels(mailbox, context), folder);
  const filter: MessageFilter = {
    ...(label !== allMailId && { labelId: label }),
    ...(query !== undefined && { query }),
    isWithSpamAndTrash: label !== allMailId || folder === undefined,
  };
  for await (const page of mailbox.api.messageIds(filter, context, most)) return page.map(serverIdOf);
  return [];
}
