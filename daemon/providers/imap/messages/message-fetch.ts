import type { ImapFlow } from 'imapflow';
import { fieldsIn, headerIdIn, headerSection } from '../../header-id.ts';
import { largestFetchedPart, ProviderError } from '../../provider.ts';
import type { Ref, Source, Wanted } from '../../provider.ts';
import { examine } from '../connection/line.ts';
import { troubleOf } from '../connection/trouble.ts';
import { formatUids, hasUid, noUids, uidSetOf } from '../uid-set.ts';
import { searchUids } from './search.ts';
import { fetchSparsely } from './sparse-message.ts';
import type { SparseMessage } from './sparse-message.ts';

export type Place = Pick<Ref, 'folder' | 'uidvalidity'>;

/** It is fetched alone, and without its large attachments. */
export function isLarge(one: Wanted | undefined): boolean {
  return (one?.size ?? 0) > largestFetchedPart;
}

/** What was fetched, by UID. */
export type Found = Map<number, SparseMessage>;

/** Gives every message of the chunk; those that `found` holds are not fetched again. */
export async function fetchChunk(
  client: ImapFlow,
  place: Place,
  chunk: readonly Wanted[],
  found: Found,
): Promise<Source[]> {
  const closed = await unopened(client, place);
  if (closed) return chunk.map(({ uid }) => ({ ...place, uid, ...closed }));
  const refusals = new Map<number, string>();
  await fetchInto(
    { found, refusals },
    client,
    chunk.filter(({ uid }) => !found.has(uid)),
  );
  const silent = chunk.filter(({ uid }) => !found.has(uid) && !refusals.has(uid));
  const there = silent.length
    ? await searchUids(client, { uid: formatUids(uidSetOf(silent.map(({ uid }) => uid))) })
    : noUids;
  return chunk.map(({ uid }): Source => {
    const message = found.get(uid);
    if (message) return { ...place, uid, ...message };
    const trouble = refusals.get(uid) ?? (hasUid(there, uid) ? passedOver : undefined);
    if (trouble !== undefined) return { ...place, uid, trouble };
    return { ...place, uid, trouble: `The message is no longer in ${place.folder}.`, isGone: true };
  });
}

const passedOver = 'The server says that it has this message, and does not hand it out.';

/** Opens the folder; gives the trouble of all its messages where that does not work. */
async function unopened(client: ImapFlow, { folder, uidvalidity }: Place): Promise<Trouble | undefined> {
  const box = await examine(client, folder).catch((error: unknown) => {
    if (!client.usable) throw error;
    return undefined;
  });
  if (!box) return { trouble: `The folder ${folder} cannot be opened; it may have been deleted or renamed.` };
  if (Number(box.uidValidity) === uidvalidity) return undefined;
  return { trouble: `The server has numbered ${folder} anew.`, isGone: true };
}

type Trouble = { trouble: string; isGone?: boolean };

type Answers = { found: Found; refusals: Map<number, string> };

async function fetchInto(answers: Answers, client: ImapFlow, chunk: readonly Wanted[]): Promise<void> {
  const [first, ...others] = chunk;
  if (!first) return;
  const refusal = await refusalOf(client, () =>
    isLarge(first) ? fetchLarge(answers, client, first) : fetchSmall(answers, client, chunk),
  );
  if (refusal === undefined) return;
  if (!others.length) answers.refusals.set(first.uid, refusal);
  // One message that the server cannot hand out fails the whole FETCH: the rest is asked for one by one.
  else for (const one of chunk) if (!answers.found.has(one.uid)) await fetchInto(answers, client, [one]);
}

/** What the server says where it refuses; throws what is no refusal. */
async function refusalOf(client: ImapFlow, work: () => Promise<void>): Promise<string | undefined> {
  try {
    await work();
    return undefined;
  } catch (error) {
    const trouble = troubleOf(error, 'The server');
    if (client.usable && trouble instanceof ProviderError && trouble.reason !== 'busy') return trouble.message;
    throw error;
  }
}

/** BODY.PEEK[] of these UIDs, and of no other that the server may send. What looks wrong is asked for again alone. */
async function fetchSmall({ found, refusals }: Answers, client: ImapFlow, chunk: readonly Wanted[]): Promise<void> {
  const asked = new Map(chunk.map((one) => [one.uid, one]));
  const doubtful = new Map<number, Buffer>();
  const range = formatUids(uidSetOf(asked.keys()));
  for await (const { uid, source } of client.fetch(range, { uid: true, source: true }, { uid: true })) {
    const one = asked.get(uid);
    if (!one || !source) continue;
    if (isAnother(one, source) || hasOtherSize(one, source)) doubtful.set(uid, source);
    else found.set(uid, { bytes: source, gaps: [] });
  }
  for (const [uid, first] of doubtful) {
    const again = await client.fetchOne(String(uid), { uid: true, source: true }, { uid: true });
    const bytes = again ? again.source : undefined;
    const one = asked.get(uid);
    if (!bytes || !one) continue;
    if (isAnother(one, bytes)) refusals.set(uid, otherMessage);
    // Some servers state sizes that are wrong (Exchange estimates them); then the bytes are the same each time.
    else if (hasOtherSize(one, bytes) && !bytes.equals(first)) refusals.set(uid, otherBytes);
    else found.set(uid, { bytes, gaps: [] });
  }
}

async function fetchLarge({ found, refusals }: Answers, client: ImapFlow, one: Wanted): Promise<void> {
  const message = await fetchSparsely(client, { uid: one.uid, size: one.size ?? 0 });
  if (!message) return;
  if (isAnother(one, message.bytes)) refusals.set(one.uid, otherMessage);
  else found.set(one.uid, message);
}

const otherMessage = 'The server hands out another message in the place of this one.';
const otherBytes = 'The server hands out something else each time it is asked for this message.';

/** The Message-ID decides; without one the other fields that were told beforehand. */
function isAnother({ header_id, head }: Wanted, bytes: Uint8Array): boolean {
  if (header_id === undefined) return false;
  const section = headerSection(bytes);
  if (header_id !== headerIdIn(section)) return true;
  return header_id === '' && head !== undefined && fieldsIn(head) !== fieldsIn(section);
}

function hasOtherSize({ size }: Wanted, bytes: Uint8Array): boolean {
  return size !== undefined && size > 0 && size !== bytes.length;
}
