import type { ImapFlow } from 'imapflow';
import { ProviderError } from '../provider.ts';
import type { Ref, Source } from '../provider.ts';
import { largestMessage } from './connection.ts';
import { examine } from './line.ts';
import type { Line } from './line.ts';
import { troubleOf } from './trouble.ts';
import { formatUids, uidSetOf } from './uid-set.ts';

/** What one FETCH brings at most; a single message may be larger and then comes alone. */
const chunkBytes = 8 * 1024 * 1024;
const chunkMessages = 500;

/**
 * `Provider.sources` for IMAP. While one chunk is being used the next is on its way, and no more than these two are in
 * memory. The connection is free between chunks, so other verbs may be used inside the loop.
 */
export async function* imapSources(line: Line, refs: readonly Ref[], signal: AbortSignal): AsyncGenerator<Source> {
  const chunks = fetchedChunks(line, refs, signal);
  let next = chunks.next();
  for (;;) {
    const { done, value } = await next;
    if (done) return;
    next = chunks.next();
    // A failure is thrown where it is awaited, above; until then it must not count as unhandled.
    next.catch(() => undefined);
    yield* value;
  }
}

type Place = { folder: string; uidvalidity: number };

async function* fetchedChunks(line: Line, refs: readonly Ref[], signal: AbortSignal): AsyncGenerator<Source[]> {
  for (const { place, uids } of folderChunks(refs)) {
    const { trouble, chunks } = await line.use(signal, ({ client }) => planChunks(client, place, uids));
    if (trouble.length) yield trouble;
    for (const chunk of chunks) yield await line.use(signal, ({ client }) => fetchChunk(client, place, chunk));
  }
}

function* folderChunks(refs: readonly Ref[]): Generator<{ place: Place; uids: number[] }> {
  const folders = Map.groupBy(refs, ({ folder, uidvalidity }) => `${uidvalidity} ${folder}`);
  for (const [first, ...rest] of folders.values()) {
    if (!first) continue;
    const uids = [...new Set([first, ...rest].map(({ uid }) => uid))];
    for (let start = 0; start < uids.length; start += chunkMessages)
      yield {
        place: { folder: first.folder, uidvalidity: first.uidvalidity },
        uids: uids.slice(start, start + chunkMessages),
      };
  }
}

/** Asks for the sizes first: it keeps chunks within memory, and shows which messages are gone. */
async function planChunks(client: ImapFlow, place: Place, uids: number[]) {
  const all = (words: string) => ({ trouble: uids.map((uid) => ({ ...place, uid, trouble: words })), chunks: [] });
  const box = await examine(client, place.folder).catch((error: unknown) => {
    if (!client.usable) throw error;
    return undefined;
  });
  if (!box) return all(`The folder ${place.folder} cannot be opened; it may have been deleted or renamed.`);
  if (Number(box.uidValidity) !== place.uidvalidity) return all(`The server has numbered ${place.folder} anew.`);

  const sizes = new Map<number, number>();
  for await (const { uid, size } of client.fetch(formatUids(uidSetOf(uids)), { uid: true, size: true }, { uid: true }))
    sizes.set(uid, size ?? 0);
  const fetched = uids.filter((uid) => (sizes.get(uid) ?? Infinity) <= largestMessage);
  const trouble = uids
    .filter((uid) => !fetched.includes(uid))
    .map((uid) => ({
      ...place,
      uid,
      trouble: sizes.has(uid) ? tooLarge : `The message is no longer in ${place.folder}.`,
    }));
  return { trouble, chunks: [...sizedChunks(fetched, sizes)] };
}

const tooLarge = `The message is larger than ${largestMessage / 1024 / 1024} MB and stays on the server.`;

function* sizedChunks(uids: number[], sizes: ReadonlyMap<number, number>): Generator<number[]> {
  let [chunk, bytes] = [[] as number[], 0];
  for (const uid of uids) {
    const size = sizes.get(uid) ?? 0;
    if (chunk.length && bytes + size > chunkBytes) {
      yield chunk;
      [chunk, bytes] = [[], 0];
    }
    chunk.push(uid);
    bytes += size;
  }
  if (chunk.length) yield chunk;
}

async function fetchChunk(client: ImapFlow, place: Place, uids: number[]): Promise<Source[]> {
  const box = await examine(client, place.folder);
  if (Number(box.uidValidity) !== place.uidvalidity)
    return uids.map((uid) => ({ ...place, uid, trouble: `The server has numbered ${place.folder} anew.` }));
  const found = new Map<number, Buffer>();
  const refusal = await fetchInto(found, client, uids);
  // One message that the server cannot hand out fails the whole FETCH: ask for the rest one by one.
  if (refusal && uids.length > 1) {
    const rest = uids.filter((uid) => !found.has(uid));
    const single: Source[] = [];
    for (const uid of rest) single.push(...(await fetchChunk(client, place, [uid])));
    return [...uids.filter((uid) => found.has(uid)).map((uid) => sourceOf(place, uid, found)), ...single];
  }
  return uids.map((uid) => sourceOf(place, uid, found, refusal));
}

/** BODY.PEEK[] of these UIDs, and of no other that the server may send; gives the server's words if it refuses. */
async function fetchInto(found: Map<number, Buffer>, client: ImapFlow, uids: number[]): Promise<string | undefined> {
  const asked = new Set(uids);
  try {
    for await (const { uid, source } of client.fetch(
      formatUids(uidSetOf(uids)),
      { uid: true, source: true },
      { uid: true },
    ))
      if (source && asked.has(uid)) found.set(uid, source);
    return undefined;
  } catch (error) {
    const trouble = troubleOf(error, 'The server');
    if (client.usable && trouble instanceof ProviderError && trouble.reason !== 'busy') return trouble.message;
    throw error;
  }
}

function sourceOf(place: Place, uid: number, found: ReadonlyMap<number, Buffer>, refusal?: string): Source {
  const bytes = found.get(uid);
  if (bytes) return { ...place, uid, bytes };
  return { ...place, uid, trouble: refusal ?? `The message is no longer in ${place.folder}.` };
}
