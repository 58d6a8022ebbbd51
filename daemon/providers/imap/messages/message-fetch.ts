import type { ImapFlow } from 'imapflow';
import { normalizedHeaders, messageIdIn, headerSection } from '../../identifying-headers.ts';
import { maxFetchedPartBytes, ProviderError } from '../../provider.ts';
import type { MessageRef, MessageSource, SourceRequest } from '../../provider.ts';
import { examine } from '../connection/connection-queue.ts';
import { imapErrorOf } from '../connection/errors.ts';
import { formatUids, hasUid, noUids, uidSetOf } from '../uid-set.ts';
import { searchUnlessRefused } from './search.ts';
import { fetchSparseMessage } from './sparse-message.ts';
import type { SparseMessage } from './sparse-message.ts';

export type FolderRef = Pick<MessageRef, 'folder' | 'uidvalidity'>;

/** It is fetched alone, and without its large attachments. */
export function isLarge(one: SourceRequest | undefined): boolean {
  return (one?.size ?? 0) > maxFetchedPartBytes;
}

/** The fetched messages, by UID. */
export type FetchedMessages = Map<number, SparseMessage>;

/** Returns every message of the chunk; those in `found` are not fetched again. */
export async function fetchChunk(
  client: ImapFlow,
  folderRef: FolderRef,
  chunk: readonly SourceRequest[],
  found: FetchedMessages,
): Promise<MessageSource[]> {
  const openError = await openFolder(client, folderRef);
  if (openError) return chunk.map(({ uid }) => ({ ...folderRef, uid, ...openError }));
  const refusals = new Map<number, string>();
  await fetchInto(
    { found, refusals },
    client,
    chunk.filter(({ uid }) => !found.has(uid)),
  );
  const unanswered = chunk.filter(({ uid }) => !found.has(uid) && !refusals.has(uid));
  const unansweredUids = uidSetOf(unanswered.map(({ uid }) => uid));
  const present = unanswered.length
    ? ((await searchUnlessRefused(client, { uid: formatUids(unansweredUids) })) ?? unansweredUids)
    : noUids;
  return chunk.map(({ uid }): MessageSource => {
    const message = found.get(uid);
    if (message) return { ...folderRef, uid, ...message };
    const error = refusals.get(uid) ?? (hasUid(present, uid) ? notReturnedMessage : undefined);
    if (error !== undefined) return { ...folderRef, uid, error };
    return { ...folderRef, uid, error: `The message is no longer in ${folderRef.folder}.`, isGone: true };
  });
}

const notReturnedMessage = 'The server lists this message but didn’t send it.';

/** Opens the folder; returns the trouble of all its messages if that fails. */
async function openFolder(client: ImapFlow, { folder, uidvalidity }: FolderRef): Promise<SourceError | undefined> {
  const mailbox = await examine(client, folder).catch((error: unknown) => {
    if (!client.usable) throw error;
    return undefined;
  });
  if (!mailbox) return { error: `The folder ${folder} can’t be opened. It may have been deleted or renamed.` };
  if (Number(mailbox.uidValidity) === uidvalidity) return undefined;
  return { error: `The server renumbered ${folder}.`, isGone: true };
}

type SourceError = { error: string; isGone?: boolean };

type FetchResults = { found: FetchedMessages; refusals: Map<number, string> };

async function fetchInto(results: FetchResults, client: ImapFlow, chunk: readonly SourceRequest[]): Promise<void> {
  const [first, ...others] = chunk;
  if (!first) return;
  const refusal = await refusalOf(client, () =>
    isLarge(first) ? fetchLarge(results, client, first) : fetchSmall(results, client, chunk),
  );
  if (refusal === undefined) return;
  if (!others.length) results.refusals.set(first.uid, refusal);
  // A single message that the server cannot return fails the whole FETCH: the others are requested one by one.
  else for (const one of chunk) if (!results.found.has(one.uid)) await fetchInto(results, client, [one]);
}

/** The server's text if it refuses; rethrows other errors. */
async function refusalOf(client: ImapFlow, work: () => Promise<void>): Promise<string | undefined> {
  try {
    await work();
    return undefined;
  } catch (error) {
    const providerError = imapErrorOf(error, 'The server');
    if (client.usable && providerError instanceof ProviderError && providerError.reason !== 'busy')
      return providerError.message;
    throw error;
  }
}

/** BODY.PEEK[] of these UIDs, ignoring others that the server may send. An implausible result is requested again alone. */
async function fetchSmall(
  { found, refusals }: FetchResults,
  client: ImapFlow,
  chunk: readonly SourceRequest[],
): Promise<void> {
  const requested = new Map(chunk.map((one) => [one.uid, one]));
  const doubtful = new Map<number, Buffer>();
  const range = formatUids(uidSetOf(requested.keys()));
  for await (const { uid, source } of client.fetch(range, { uid: true, source: true }, { uid: true })) {
    const one = requested.get(uid);
    if (!one || !source) continue;
    if (isOtherMessage(one, source) || hasOtherSize(one, source)) doubtful.set(uid, source);
    else found.set(uid, { bytes: source, missingRanges: [] });
  }
  for (const [uid, first] of doubtful) {
    const again = await client.fetchOne(String(uid), { uid: true, source: true }, { uid: true });
    const bytes = again ? again.source : undefined;
    const one = requested.get(uid);
    if (!bytes || !one) continue;
    if (isOtherMessage(one, bytes)) refusals.set(uid, otherMessageError);
    // Some servers report wrong sizes (Exchange estimates them); then the bytes are the same each time.
    else if (hasOtherSize(one, bytes) && !bytes.equals(first)) refusals.set(uid, unstableBytesError);
    else found.set(uid, { bytes, missingRanges: [] });
  }
}

async function fetchLarge({ found, refusals }: FetchResults, client: ImapFlow, one: SourceRequest): Promise<void> {
  const message = await fetchSparseMessage(client, { uid: one.uid, size: one.size ?? 0 });
  if (!message) return;
  if (isOtherMessage(one, message.bytes)) refusals.set(one.uid, otherMessageError);
  else found.set(one.uid, message);
}

const otherMessageError = 'The server sends another message instead of this one.';
const unstableBytesError = 'The server sends something different each time it’s asked for this message.';

/** The Message-ID decides; without one the other fields that were reported in advance. */
function isOtherMessage({ header_id, identifyingHeaders }: SourceRequest, bytes: Uint8Array): boolean {
  if (header_id === undefined) return false;
  const section = headerSection(bytes);
  if (header_id !== messageIdIn(section)) return true;
  return (
    header_id === '' &&
    identifyingHeaders !== undefined &&
    normalizedHeaders(identifyingHeaders) !== normalizedHeaders(section)
  );
}

function hasOtherSize({ size }: SourceRequest, bytes: Uint8Array): boolean {
  return size !== undefined && size > 0 && size !== bytes.length;
}
