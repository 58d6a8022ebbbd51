import { once } from 'node:events';
import { chmodSync } from 'node:fs';
import { createServer, type Server, type Socket } from 'node:net';
import { Failure } from '../base/failure.ts';
import { systemReason } from '../base/system-reason.ts';
import type { Log } from '../base/log.ts';
import { isPipe } from '../base/socket-probe.ts';
import { requestNamed } from '../contract.ts';
import { isFile, isFileContent, type Request } from '../contract/define.ts';
import {
  closeGracefully,
  serveConnection,
  type Connection,
  type HandleRequest,
  type RequestEnvelope,
} from './connection.ts';
import { errorLine } from './error-line.ts';
import { prepareSocketPath } from './socket-path.ts';
import type { Caller, Dispatch } from '../handler-types.ts';

export type FrontDeps = {
  dispatch: Dispatch;
  /** Who holds a token that was made beside the owner's own. */
  holderOf?: ((token: string) => Caller | undefined) | undefined;
  log: Log;
  /** The row with a name. */
  requestOf?: (name: string) => Request | undefined;
};
type SocketDeps = FrontDeps & { path: string };
export type LocalSocket = { close(): Promise<void> };

export const maxConnections = 32;

/** Milliseconds that pending requests have to finish when the socket closes. */
const stopGraceMs = 1_000;

/**
 * Serves every request on a Unix socket that only its owner may open (a named pipe on Windows), one JSON object per line: `{
 * id, request, input }` is answered with `{ id, reply }` or `{ id, error }`. The caller is the owner's own command line, or
 * an agent or tool that the line names, or the holder of a token in it.
 * Throws Failure `socket_in_use` where another daemon answers, and the failures of `prepareSocketPath`.
 */
export async function startSocket({ path, ...deps }: SocketDeps): Promise<LocalSocket> {
  await prepareSocketPath(path);
  const connections = new Map<Socket, Connection>();
  const { log } = deps;
  const answer = requestHandler(deps);
  const server = createServer({ allowHalfOpen: true }, (socket) => {
    if (connections.size === maxConnections) return refuseConnection(socket);
    connections.set(socket, serveConnection(socket, answer));
    socket.once('close', () => connections.delete(socket));
  });
  await listen(server, path);
  server.on('error', (failed) => log.error({ err: failed }, 'the local socket could not take a connection'));
  log.info({ path }, 'the local socket is open');
  let closing: Promise<void> | undefined;
  return { close: () => (closing ??= closeServer(server, connections)) };
}

/** `bind` creates the file before its mode can be set: the process's umask keeps other users out from the first moment. */
async function listen(server: Server, path: string): Promise<void> {
  const mask = isPipe(path) ? undefined : process.umask(0o177);
  try {
    server.listen(path);
  } finally {
    if (mask !== undefined) process.umask(mask);
  }
  try {
    await once(server, 'listening');
  } catch (cause) {
    const sentence = `The local socket ${path} can’t be opened: ${systemReason(cause)}. Set SVC_SOCKET_PATH to another path.`;
    throw new Failure('unavailable', 'socket_unavailable', sentence, { cause });
  }
  if (!isPipe(path)) chmodSync(path, 0o600);
}

/** Answers requests as the owner's own command line, or as the agent or tool that a request names. */
export function requestHandler({ dispatch, holderOf, log, requestOf = requestNamed }: FrontDeps): HandleRequest {
  return async (request, input, { origin, token, signal, ...extras }) => {
    const caller = callerOf({ origin, token }, holderOf);
    const row = requestOf(request);
    const file = row && isFile(row.output) ? row.output : undefined;
    if (file && !file.json) throw onlyOnHttp(request);
    // The rows without an address take paths of files, which are for the owner to name.
    if (caller.origin !== 'cli' && row && !row.http) throw unknownRequest(request);
    try {
      const requestInput = file && isRecord(input) ? { ...input, answer: 'json' } : input;
      const reply = await dispatch(request, requestInput, caller, {
        ...extras,
        // The owner's command line may end while its work goes on.
        ...(caller.origin !== 'cli' && { signal }),
      });
      if (!isFileContent(reply)) return reply;
      reply.stream.destroy();
      throw onlyOnHttp(request);
    } catch (failed) {
      if (!(failed instanceof Failure)) log.error({ err: failed, request }, 'a request on the local socket failed');
      throw failed;
    }
  };
}

/**
 * Who asks: the holder of the token, or the owner's own command line with lowered rights. Throws Failure `unauthorized` for
 * a token that is unknown or was made for something else.
 */
function callerOf(
  { origin, token }: Pick<RequestEnvelope, 'origin' | 'token'>,
  holderOf: FrontDeps['holderOf'],
): Caller {
  if (token === undefined) return { origin: origin ?? 'cli' };
  const holder = holderOf?.(token);
  if (holder && (origin === undefined || holder.origin === origin)) return holder;
  const sentence = holder
    ? `This token was created for "${holder.origin}" and not for "${origin}".`
    : 'This token is unknown, has expired or was revoked. Create another one in the settings of Posthorn.';
  throw new Failure('refused', 'unauthorized', sentence);
}

function unknownRequest(request: string): Failure {
  return new Failure('missing', 'unknown_request', `There is no request named ${request}.`);
}

function onlyOnHttp(request: string): Failure {
  return new Failure('unsupported', 'not_on_socket', `${request} answers with a file, which only HTTP can carry.`);
}

function isRecord(input: unknown): input is Record<string, unknown> {
  return typeof input === 'object' && input !== null && !Array.isArray(input);
}

/** Ends a connection beyond `maxConnections` with an error that says so. */
export function refuseConnection(socket: Socket): void {
  const sentence = `Posthorn serves ${maxConnections} connections at a time. Close another one first.`;
  socket.on('error', () => socket.destroy());
  closeGracefully(
    socket,
    errorLine(null, new Failure('limited', 'too_many_connections', sentence, { retryable: true })),
  );
}

/** Stops accepting connections and waits for pending requests. The file of a local socket is removed. */
export async function closeServer(server: Server, connections: ReadonlyMap<Socket, Connection>): Promise<void> {
  const closed = new Promise((resolve) => server.close(resolve));
  for (const connection of connections.values()) connection.finish();
  const cutTimer = setTimeout(() => {
    for (const socket of connections.keys()) socket.destroy();
  }, stopGraceMs);
  await closed;
  clearTimeout(cutTimer);
}
