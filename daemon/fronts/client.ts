import { lstatSync } from 'node:fs';
import { createConnection } from 'node:net';
import { createInterface } from 'node:readline';
import { Failure, type FailureKind } from '../base/failure.ts';
import { isPipe } from '../base/socket-probe.ts';
import type { RequestName } from '../contract.ts';

/** A connection to a running daemon, for programs of the owner. */
export type Client = {
  /** Sends a request. Throws the Failure that the daemon replied with, `daemon_gone`, or `timed_out`. */
  ask(request: RequestName, input: object, options?: { idempotencyKey?: string }): Promise<unknown>;
  close(): void;
};

type PendingRequest = { resolve: (reply: unknown) => void; reject: (failure: Failure) => void };
type ReplyLine = { id: number | null; reply?: unknown; error?: { error: string; code: string; kind: FailureKind } };

export type ConnectOptions = {
  /** The time limit of a request, 0 for none. */
  timeoutMs: number;
  /** Asks with the rights of a tool, and with those of a token where there is one. */
  as?: { origin: 'mcp'; token?: string | undefined } | undefined;
};

/**
 * Connects to the daemon that serves the socket at `path`; undefined where none does. Throws Failure `socket_not_ours` if
 * another user created the socket.
 */
export async function connectTo(path: string, { timeoutMs, as }: ConnectOptions): Promise<Client | undefined> {
  if (!isOwnSocket(path)) return undefined;
  const socket = createConnection(path);
  const isOpen = await new Promise<boolean>((resolve) => {
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false));
  });
  if (!isOpen) return undefined;

  const waiting = new Map<number, PendingRequest>();
  let lastId = 0;
  const rejectAll = () => {
    for (const { reject } of waiting.values()) reject(daemonGone());
    waiting.clear();
  };
  socket.on('error', rejectAll).on('close', rejectAll);
  createInterface({ input: socket }).on('line', (text) => {
    const { id, reply, error } = JSON.parse(text) as ReplyLine;
    const pendingRequest = waiting.get(id ?? 0);
    waiting.delete(id ?? 0);
    if (error) pendingRequest?.reject(failureOf(error));
    else pendingRequest?.resolve(reply);
  });

  return {
    ask: (request, input, { idempotencyKey } = {}) =>
      new Promise((resolve, reject) => {
        if (socket.destroyed) return reject(daemonGone());
        const id = ++lastId;
        const timeout = timeoutMs === 0 ? undefined : setTimeout(() => reject(timedOut(timeoutMs)), timeoutMs);
        waiting.set(id, {
          resolve: (reply) => (clearTimeout(timeout), resolve(reply)),
          reject: (failure) => (clearTimeout(timeout), reject(failure)),
        });
        socket.write(`${JSON.stringify({ id, request, input, ...as, idempotency_key: idempotencyKey })}\n`);
      }),
    close: () => socket.destroy(),
  };
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
  const seconds = timeoutMs / 1000;
  const sentence = `Posthorn has not answered for ${seconds} seconds. To wait longer, set SVC_IPC_TIMEOUT_SECS.`;
  return new Failure('unavailable', 'timed_out', sentence);
}
