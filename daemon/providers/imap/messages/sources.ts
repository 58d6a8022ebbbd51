import { ProviderError } from '../../provider.ts';
import type { MessageRef, MessageSource, SourceRequest } from '../../provider.ts';
import type { ConnectionQueue } from '../connection/connection-queue.ts';
import { reconnect } from '../connection/reconnect.ts';
import type { OnStall } from '../connection/reconnect.ts';
import { isStall } from '../connection/stall-watch.ts';
import { fetchChunk, isLarge } from './message-fetch.ts';
import type { FetchedMessages, FolderRef } from './message-fetch.ts';

/** The largest content of one FETCH. */
const maxChunkBytes = 8 * 1024 * 1024;
const maxChunkMessages = 500;

/** The number of consecutive messages that may break the connection; after that the connection itself is the cause. */
const maxCulprits = 3;

type SourcesDeps = { queue: ConnectionQueue; onStall: OnStall };

/**
 * `Provider.sources` for IMAP. While one chunk is being consumed the next is fetched, and at most these two are in memory.
 * The connection is free between chunks, so other methods may be used inside the loop.
 */
export async function* imapSources(
  { queue, onStall }: SourcesDeps,
  requests: readonly SourceRequest[],
  signal: AbortSignal,
): AsyncGenerator<MessageSource> {
  const chunks = fetchChunks({ queue, onStall }, requests, signal);
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
 * If the connection breaks on a chunk and works afterwards, one of its messages is the cause: the next due message is
 * requested alone or, if none arrived, ever fewer are requested at a time. The message that breaks the connection alone is
 * returned with its trouble.
 */
async function* fetchChunks(
  { queue, onStall }: SourcesDeps,
  requests: readonly SourceRequest[],
  signal: AbortSignal,
): AsyncGenerator<MessageSource[]> {
  let culprits = 0;
  for (const { folderRef, all } of groupByFolder(requests))
    for (let [rest, limit] = [all, maxChunkMessages]; rest.length;) {
      const chunk = chunkOf(rest, limit);
      const { sources, connectionError } = await fetchUntilBreak(queue, folderRef, chunk, signal);
      if (sources.length) yield sources;
      const done = new Set(sources.map(({ uid }) => uid));
      const remaining = chunk.filter(({ uid }) => !done.has(uid));
      rest = [...remaining.toSorted((a, b) => a.uid - b.uid), ...rest.slice(chunk.length)];
      if (!connectionError) {
        limit = Math.min(maxChunkMessages, limit * 2);
        continue;
      }
      // Throws if the connection was the cause and not the message.
      await reconnect({ queue, signal, onStall }, connectionError);
      limit = sources.length ? 1 : Math.ceil(chunk.length / 8);
      const [culprit] = chunk;
      if (!culprit || chunk.length > 1) continue;
      if (++culprits > maxCulprits) throw connectionError;
      yield [{ ...folderRef, uid: culprit.uid, error: breaksConnectionMessage(connectionError) }];
      rest = rest.slice(1);
    }
}

function breaksConnectionMessage(error: Error): string {
  const { message } = error;
  if (isStall(error)) return `The server doesn’t answer when it’s asked for this message. ${message}`;
  return `The connection is lost each time the server is asked for this message. ${message}`;
}

function* groupByFolder(requests: readonly SourceRequest[]): Generator<{ folderRef: FolderRef; all: SourceRequest[] }> {
  for (const [first, ...rest] of Map.groupBy(requests, folderKey).values())
    if (first) {
      const byUid = new Map([first, ...rest].map((one) => [one.uid, one]));
      yield { folderRef: { folder: first.folder, uidvalidity: first.uidvalidity }, all: [...byUid.values()] };
    }
}

function folderKey({ folder, uidvalidity }: MessageRef): string {
  return `${uidvalidity} ${folder}`;
}

/**
 * The first of `requests` for one command, up to `limit`: many small messages, or one that is too large to be fetched whole.
 */
function chunkOf(requests: readonly SourceRequest[], limit: number): SourceRequest[] {
  let bytes = 0;
  const end = requests.findIndex((one, index) => {
    bytes += one.size ?? 0;
    return index > 0 && (index >= limit || bytes > maxChunkBytes || isLarge(one) || isLarge(requests[0]));
  });
  return end < 0 ? [...requests] : requests.slice(0, end);
}

/** The part of a chunk that was fetched before the connection broke, and whether it broke. */
type ChunkResult = { sources: MessageSource[]; connectionError?: ProviderError };

async function fetchUntilBreak(
  queue: ConnectionQueue,
  folderRef: FolderRef,
  chunk: readonly SourceRequest[],
  signal: AbortSignal,
): Promise<ChunkResult> {
  const found: FetchedMessages = new Map();
  try {
    return { sources: await queue.use(signal, ({ client }) => fetchChunk(client, folderRef, chunk, found)) };
  } catch (error) {
    if (!isConnectionLoss(error) || queue.isConnected) throw error;
    return { sources: [...found].map(([uid, message]) => ({ ...folderRef, uid, ...message })), connectionError: error };
  }
}

/** Whether the connection broke, as opposed to a refusal by the server. */
export function isConnectionLoss(error: unknown): error is ProviderError {
  return error instanceof ProviderError && ['offline', 'protocol', 'busy'].includes(error.reason);
}
