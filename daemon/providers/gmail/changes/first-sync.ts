import type { ChangeBatch } from '../../provider.ts';
import { allArrivalsOf, readMessages, type ApiMailbox, type MailboxMessage } from '../api-mailbox.ts';
import type { GmailApi, RequestContext } from '../api/gmail-api.ts';
import { isChat, type LabelFolders } from '../labels/folders.ts';
import { apiIdOf, serverIdOf } from '../server-ids.ts';
import type { StoredMessage } from '../../message-numbers.ts';
import { apiStream, maxAnchors, type ApiCursor } from './cursor.ts';
import { createLabelSnapshot, type LabelSnapshot } from './label-snapshot.ts';

/** Messages of a batch that have to be read whole; the first batch is smaller, so that mail is shown soon. */
const [firstBatchSize, batchSize] = [20, 50];

/** Messages of a batch that are stored already. */
const knownBatchSize = 500;

/** How often all ids are listed to find what a list skipped. */
const maxRounds = 3;

type FirstSync = { mailbox: ApiMailbox; labels: LabelFolders; cursor: ApiCursor; context: RequestContext };

/**
 * Reports all mail of the account, the newest first, and continues where the cursor ends. Mail that is stored already, because
 * the account was read in another way before, is not read again: its labels come from lists of messages by label.
 *
 * A list may skip messages while others are deleted, so all ids are listed once more at the end.
 */
export async function* firstSync({ mailbox, labels, cursor, context }: FirstSync): AsyncGenerator<ChangeBatch> {
  const snapshot = createLabelSnapshot({ api: mailbox.api, labels }, context);
  const isWhole = cursor.anchors?.length === 0;
  const seen = new Set<string>();
  const total = (await mailbox.api.profile(context)).messagesTotal ?? 0;
  const report = async (part: Part): Promise<ChangeBatch> => {
    const messages = await messagesOf(mailbox, { part, snapshot, since: cursor.history }, context);
    const uids = assignUids(
      mailbox,
      messages.map(({ id }) => id),
      isWhole && seen.size === 0,
    );
    for (const id of part.ids) seen.add(id);
    cursor.reported += part.ids.length;
    const { uidvalidity, reported } = cursor;
    return {
      stream: apiStream,
      cursor: JSON.stringify(cursor),
      arrivals: messages.flatMap((message) =>
        allArrivalsOf(message, { uidvalidity, uid: uids.get(message.id) ?? 0 }, labels),
      ),
      flags: [],
      removed: [],
      backfill: true,
      progress: { current: reported, total: Math.max(total, reported) },
    };
  };
  const sizes = cursor.reported === 0 ? [firstBatchSize, batchSize] : [batchSize];
  for await (const part of partsOf(mailbox, idsAfter(mailbox.api, cursor.anchors ?? [], context), sizes)) {
    cursor.anchors = part.ids.slice(-maxAnchors);
    yield await report(part);
  }
  const isMissed = (ids: readonly string[]) => {
    const stored = isWhole ? undefined : mailbox.numbers.stored(ids);
    return ids.filter((id) => !seen.has(id) && !stored?.has(id));
  };
  for await (const part of partsOf(mailbox, missedIds(mailbox, isMissed, context), [batchSize]))
    yield await report(part);
  cursor.anchors = null;
  yield { stream: apiStream, cursor: JSON.stringify(cursor), arrivals: [], flags: [], removed: [], backfill: true };
}

/**
 * At the top of the list, messages before one that has a UID are newer than that; all others are older than all that have one.
 * Further down, a search on the server may have given UIDs to messages before their turn.
 */
function assignUids({ numbers }: ApiMailbox, ids: readonly string[], isTop: boolean): Map<string, number> {
  if (!isTop) return numbers.assign(ids, 'older');
  const known = numbers.find(ids);
  const first = ids.findIndex((id) => known.has(id));
  const newer = numbers.assign(ids.slice(0, Math.max(0, first)).toReversed(), 'newer');
  return new Map([...newer, ...numbers.assign(ids.slice(Math.max(0, first)), 'older')]);
}

/** A run of messages in the order of the list: which of them are stored, and which must be read. Ids are server ids. */
type Part = { ids: string[]; stored: Map<string, StoredMessage>; unknown: string[] };

/** Divides ids into parts with a few messages to read; the first parts have the given sizes, and the others the last of them. */
async function* partsOf(
  { numbers }: ApiMailbox,
  pages: AsyncIterable<readonly string[]>,
  sizes: readonly number[],
): AsyncGenerator<Part> {
  const remainingSizes = [...sizes];
  for await (const ids of pages) {
    const stored = numbers.stored(ids);
    let part = emptyPart();
    for (const id of ids) {
      const facts = stored.get(id);
      part.ids.push(id);
      if (facts) part.stored.set(id, facts);
      else part.unknown.push(id);
      const [size = batchSize] = remainingSizes;
      if (part.unknown.length < size && part.ids.length < knownBatchSize) continue;
      if (remainingSizes.length > 1) remainingSizes.shift();
      yield part;
      part = emptyPart();
    }
    if (part.ids.length > 0) yield part;
  }
}

function emptyPart(): Part {
  return { ids: [], stored: new Map(), unknown: [] };
}

/**
 * The listed messages after the last anchor. Mail that arrived since is listed before it, and reported as new mail. All
 * messages if none of the anchors is listed any more.
 */
async function* idsAfter(api: GmailApi, anchors: readonly string[], context: RequestContext): AsyncGenerator<string[]> {
  let [isFound, isPassed] = [false, anchors.length === 0];
  for await (const page of api.messageIds({}, context)) {
    const ids = page.map(serverIdOf);
    const last = isPassed ? -1 : ids.findLastIndex((id) => anchors.includes(id));
    if (last >= 0) isFound = true;
    // The anchors may lie on two pages.
    isPassed ||= isFound && last < ids.length - 1;
    if (isPassed) yield ids.slice(last + 1);
  }
  if (!isFound && !isPassed) yield* idsAfter(api, [], context);
}

/** Lists all ids again until none is missed. */
async function* missedIds(
  { api }: ApiMailbox,
  isMissed: (ids: readonly string[]) => string[],
  context: RequestContext,
): AsyncGenerator<string[]> {
  for (let round = 0; round < maxRounds; round++) {
    let count = 0;
    for await (const page of api.messageIds({}, context)) {
      const missed = isMissed(page.map(serverIdOf));
      count += missed.length;
      if (missed.length > 0) yield missed;
    }
    if (count === 0) return;
  }
}

async function messagesOf(
  mailbox: ApiMailbox,
  { part, snapshot, since }: { part: Part; snapshot: LabelSnapshot; since: string },
  context: RequestContext,
): Promise<MailboxMessage[]> {
  const labelsById = await snapshot.labelsOf([...part.stored.keys()].map(apiIdOf));
  const read = await readMessages(mailbox, part.unknown, { ...context, since });
  return part.ids.flatMap((id): MailboxMessage[] => {
    const facts = part.stored.get(id);
    if (!facts) return read.has(id) ? [read.get(id)!] : [];
    const labelIds = labelsById.get(apiIdOf(id));
    return labelIds === undefined || isChat(labelIds) ? [] : [{ ...facts, id, labelIds }];
  });
}
