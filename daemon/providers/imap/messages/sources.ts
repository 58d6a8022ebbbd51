import { ProviderError } from '../../provider.ts';
import type { Ref, Source, Wanted } from '../../provider.ts';
import type { Line } from '../connection/line.ts';
import { fetchChunk, isLarge } from './message-fetch.ts';
import type { Found, Place } from './message-fetch.ts';

/** What one FETCH brings at most. */
const chunkBytes = 8 * 1024 * 1024;
const chunkMessages = 500;

/** So many messages that break the connection are passed over at a time; more are the connection's own fault. */
const mostCulprits = 3;

/**
 * `Provider.sources` for IMAP. While one chunk is being used the next is on its way, and no more than these two are in
 * memory. The connection is free between chunks, so other verbs may be used inside the loop.
 */
export async function* imapSources(line: Line, wanted: readonly Wanted[], signal: AbortSignal): AsyncGenerator<Source> {
  const chunks = fetchedChunks(line, wanted, signal);
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

/**
 * Where the connection breaks over a chunk, and stands again after, one of its messages is to blame: the one that was due
 * next is asked for alone or, where none came, ever fewer are asked for at a time. The message that breaks it all by itself
 * is given with its trouble.
 */
async function* fetchedChunks(line: Line, wanted: readonly Wanted[], signal: AbortSignal): AsyncGenerator<Source[]> {
  let culprits = 0;
  for (const { place, all } of inFolders(wanted))
    for (let [rest, most] = [all, chunkMessages]; rest.length;) {
      const chunk = chunkOf(rest, most);
      const { given, broken } = await fetchOrBreak(line, place, chunk, signal);
      if (given.length) yield given;
      const done = new Set(given.map(({ uid }) => uid));
      const left = chunk.filter(({ uid }) => !done.has(uid));
      rest = [...left.toSorted((a, b) => a.uid - b.uid), ...rest.slice(chunk.length)];
      if (!broken) {
        most = Math.min(chunkMessages, most * 2);
        continue;
      }
      // Throws where it was not the message but the connection.
      await line.use(signal, ({ client }) => client.noop());
      most = given.length ? 1 : Math.ceil(chunk.length / 8);
      const [culprit] = chunk;
      if (!culprit || chunk.length > 1) continue;
      if (++culprits > mostCulprits) throw broken;
      yield [{ ...place, uid: culprit.uid, trouble: breaks(broken) }];
      rest = rest.slice(1);
    }
}

function breaks({ message }: Error): string {
  return `Each time the server is asked for this message, the connection breaks. ${message}`;
}

function* inFolders(wanted: readonly Wanted[]): Generator<{ place: Place; all: Wanted[] }> {
  for (const [first, ...rest] of Map.groupBy(wanted, placeText).values())
    if (first) {
      const byUid = new Map([first, ...rest].map((one) => [one.uid, one]));
      yield { place: { folder: first.folder, uidvalidity: first.uidvalidity }, all: [...byUid.values()] };
    }
}

function placeText({ folder, uidvalidity }: Ref): string {
  return `${uidvalidity} ${folder}`;
}

/**
 * The first of `wanted` that go out in one command, up to `most`: many small messages, or one that is larger than is
 * fetched whole.
 */
function chunkOf(wanted: readonly Wanted[], most: number): Wanted[] {
  let bytes = 0;
  const end = wanted.findIndex((one, index) => {
    bytes += one.size ?? 0;
    return index > 0 && (index >= most || bytes > chunkBytes || isLarge(one) || isLarge(wanted[0]));
  });
  return end < 0 ? [...wanted] : wanted.slice(0, end);
}

/** What was fetched of a chunk until the connection broke, if it did. */
type Fetched = { given: Source[]; broken?: ProviderError };

async function fetchOrBreak(line: Line, place: Place, chunk: readonly Wanted[], signal: AbortSignal): Promise<Fetched> {
  const found: Found = new Map();
  try {
    return { given: await line.use(signal, ({ client }) => fetchChunk(client, place, chunk, found)) };
  } catch (error) {
    if (!isLoss(error) || line.stands) throw error;
    return { given: [...found].map(([uid, message]) => ({ ...place, uid, ...message })), broken: error };
  }
}

/** Whether the line broke, as against a server that refused. */
export function isLoss(error: unknown): error is ProviderError {
  return error instanceof ProviderError && ['offline', 'protocol', 'busy'].includes(error.reason);
}
