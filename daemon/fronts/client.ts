import { createConnection } from 'node:net';
import { lstatSync } from 'node:fs';
import { createInterface } from 'node:readline';
import type { Duplex } from 'node:stream';
import { Failure, type FailureKind } from '../base/failure.ts';
import { isPipe } from '../base/socket-probe.ts';
import type { RequestName } from '../contract.ts';

export type AskOptions = {
  /** Corresponds to the Idempotency-Key header over HTTP: under the same key a change is made once. */
  idempotencyKey?: string | undefined;
  /** The time limit of this request in milliseconds, 0 for none; otherwise that of the client. */
  timeoutMs?: number | undefined;
  /** Why it is asked, in the words of who asks: shown to the owner if the request waits for approval. */
  reason?: string | undefined;
  /** Bytes that follow the request, for a row whose input is an upload. */
  content?: AsyncIterable<Uint8Array> | undefined;
  /** Cancels the request, whose reply is then not awaited any more. */
  signal?: AbortSignal | undefined;
};

/** A connection to a running daemon, for programs of the owner. */
export type Client = {
  /**
   * Sends a request. Throws the Failure that the daemon replied with; `timed_out`; `daemon_gone` where the connection
   * ended before the reply, so that it is not known whether a change was made; and the reason of `signal`.
   */
  ask(request: RequestName, input: object, options?: AskOptions): Promise<unknown>;
  close(): void;
};

export type ConnectOptions = {
  /** The time limit of a request in milliseconds, 0 for none. */
  timeoutMs: number;
  /** Asks with the rights of an agent or a tool instead of the owner's, or with those of a token of one. */
  as?: { origin: 'agent' | 'mcp'; token?: string | undefined } | undefined;
  /** Why an agent asks, for the person who approves, where a request does not say it itself. */
  reason?: string | undefined;
};

type PendingRequest = { resolve: (reply: unknown) => void; reject: (failure: Error) => void };
type ReplyLine = {
  id: number | null;
  reply?: unknown;
  error?: { error: string; code: string; kind: FailureKind; retryable?: boolean };
};

/** The bytes of an upload that one line carries. */
const chunkBytes = 256 * 1024;

/**
 * Connects to the daemon that serves the socket at `path`; undefined where none does. Throws Failure `socket_not_ours` if
 * another user created the socket.
 */
export async function connectTo(path: string, options: ConnectOptions): Promise<Client | undefined> {
  if (!isOwnSocket(path)) return undefined;
  const socket = createConnection(path);
  const isOpen = await new Promise<boolean>((resolve) => {
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false));
  });
  return isOpen ? openClient(socket, options) : undefined;
}

/** Speaks the protocol of the local socket over an open stream. */
export function openClient(
  stream: Duplex,
  { timeoutMs: usualTimeoutMs, as, reason: usualReason }: ConnectOptions,
): Client {
  const waiting = new Map<number, PendingRequest>();
  let lastId = 0;
  let ended: Failure | undefined;
  const end = (failure: Failure) => {
    ended ??= failure;
    for (const { reject } of waiting.values()) reject(ended);
    waiting.clear();
  };
  const cancel = (id: number, reason: Error) => {
    const pendingRequest = waiting.get(id);
    if (!pendingRequest) return;
    waiting.delete(id);
    // A connection that ends does not say so: what waits for its reply may only have ended its own half.
    stream.write(`${JSON.stringify({ id, cancel: true })}\n`);
    pendingRequest.reject(reason);
  };
  stream.on('error', () => end(daemonGone())).on('close', () => end(daemonGone()));
  createInterface({ input: stream }).on('line', (text) => {
    const line = parseReply(text);
    if (!line) return stream.destroy();
    const { id, reply, error } = line;
    // An error without an id is about the connection, such as one too many.
    if (id === null && error) return end(failureOf(error));
    const pendingRequest = waiting.get(id ?? 0);
    waiting.delete(id ?? 0);
    if (error) pendingRequest?.reject(failureOf(error));
    else pendingRequest?.resolve(reply);
  });

  return {
    ask: (request, input, { idempotencyKey, reason = usualReason, timeoutMs = usualTimeoutMs, content, signal } = {}) =>
      new Promise((resolve, reject) => {
        if (ended || stream.destroyed) return reject(ended ?? daemonGone());
        if (signal?.aborted) return reject(signal.reason as Error);
        const id = ++lastId;
        const timeout =
          timeoutMs === 0
            ? undefined
            : setTimeout(() => {
                waiting.delete(id);
                reject(timedOut(timeoutMs));
              }, timeoutMs);
        const settle = <Value>(act: (value: Value) => void) => {
          return (value: Value) => {
            clearTimeout(timeout);
            act(value);
          };
        };
        waiting.set(id, { resolve: settle(resolve), reject: settle(reject) });
        const envelope = { ...as, idempotency_key: idempotencyKey, reason, ...(content && { upload: true }) };
        const line = { id, request, input, ...envelope };
        stream.write(`${JSON.stringify(line)}\n`);
        signal?.addEventListener('abort', () => cancel(id, signal.reason as Error), { once: true });
        if (content)
          sendContent(stream, id, content, () => waiting.has(id)).catch((cause: unknown) => {
            waiting.get(id)?.reject(new Failure('invalid', 'unreadable_file', reasonText(cause), { cause }));
            waiting.delete(id);
          });
      }),
    close: () => stream.destroy(),
  };
}

/** Sends the bytes of an upload as lines, as fast as the daemon reads them, and stops once the request is settled. */
async function sendContent(
  stream: Duplex,
  id: number,
  content: AsyncIterable<Uint8Array>,
  isWanted: () => boolean,
): Promise<void> {
  let isWhole = false;
  try {
    for await (const piece of content)
      for (let at = 0; at < piece.length; at += chunkBytes) {
        if (!isWanted() || stream.destroyed) return;
        const chunk = Buffer.from(piece.subarray(at, at + chunkBytes)).toString('base64');
        if (!stream.write(`${JSON.stringify({ id, chunk })}\n`)) await drained(stream);
      }
    isWhole = true;
  } finally {
    // Otherwise the daemon would wait for the rest of the file.
    if (!stream.destroyed) stream.write(`${JSON.stringify({ id, end: isWhole })}\n`);
  }
}

async function drained(stream: Duplex): Promise<void> {
  await new Promise<void>((resolve) => {
    const done = () => {
      stream.off('drain', done).off('close', done);
      resolve();
    };
    stream.on('drain', done).on('close', done);
  });
}

function parseReply(text: string): ReplyLine | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && 'id' in value ? (value as ReplyLine) : undefined;
  } catch {
    return undefined;
  }
}

/** Whether the path is a trusted socket: requests over it contain file names, and its replies are trusted. */
function isOwnSocket(path: string): boolean {
  if (isPipe(path)) return true;
  const stat = lstatSync(path, { throwIfNoEntry: false });
  if (!stat?.isSocket()) return false;
  const user = process.getuid?.();
  if (user === undefined || stat.uid === user) return true;
  throw new Failure('refused', 'socket_not_ours', `The socket ${path} belongs to another user. It is left alone.`);
}

function failureOf({ error, code, kind, ...details }: NonNullable<ReplyLine['error']>): Failure {
  return new Failure(kind, code, error, details);
}

function daemonGone(): Failure {
  return new Failure('unavailable', 'daemon_gone', 'Posthorn has stopped. Start it again to continue.');
}

function timedOut(timeoutMs: number): Failure {
  const sentence =
    `Posthorn hasn’t answered for ${timeoutMs / 1000} seconds. It continues with what you asked for, so check before ` +
    'you repeat it: "posthorn jobs" and "posthorn events" show what it does. To wait longer, set SVC_IPC_TIMEOUT_SECS.';
  return new Failure('unavailable', 'timed_out', sentence, { daemon_continues: true });
}

function reasonText(cause: unknown): string {
  return `A file couldn’t be read: ${cause instanceof Error ? cause.message : String(cause)}`;
}
