import { once } from 'node:events';
import { createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { systemClock, type Clock } from '../base/clock.ts';
import { systemReason } from '../base/system-reason.ts';
import { Failure } from '../base/failure.ts';
import { secretMatcher } from '../base/secret-match.ts';
import { serveConnection, type Connection } from './connection.ts';
import { closeServer, maxConnections, refuseConnection, requestHandler, type FrontDeps } from './socket.ts';
import { authenticateClient } from './tcp-authentication.ts';
import { createRefusals } from './tcp-refusals.ts';

type TcpDeps = FrontDeps & {
  bind: string;
  /** 0 takes a free port. */
  port: number;
  token: string;
  clock?: Clock;
  /**
   * Milliseconds without traffic after which a connection is closed that has no pending request, or whose client does not
   * read.
   */
  idleMs?: number;
};
export type TcpTransport = { port: number; close(): Promise<void> };

const loopbackAddresses = ['127.0.0.1', '::1'];

/** Connections that have not authenticated; one more closes the oldest of them. */
const maxUnauthenticated = 8;
const defaultIdleMs = 300_000;

/**
 * Serves every request on a TCP port of this computer, as `startSocket` does on the local socket, to clients that
 * authenticate first with `token`. Throws Failure `bind_not_loopback`, `port_taken` or `port_unavailable`.
 */
export async function startTcp({ bind, port, token, ...deps }: TcpDeps): Promise<TcpTransport> {
  const { log, clock = systemClock, idleMs = defaultIdleMs } = deps;
  if (!loopbackAddresses.includes(bind)) throw bindNotLoopback(bind);
  const connections = new Map<Socket, Connection>();
  const unauthenticated = new Set<Socket>();
  const answer = requestHandler(deps);
  const authentication = {
    isToken: secretMatcher(token),
    refusals: createRefusals(clock),
    clock,
    onRefused: () => log.warn('a client of the TCP transport was closed, because it sent no valid token'),
  };

  const accept = (socket: Socket) => {
    const [oldest] = unauthenticated;
    if (unauthenticated.size === maxUnauthenticated) oldest?.destroy();
    unauthenticated.add(socket);
    const onError = () => socket.destroy();
    socket.on('error', onError);
    socket.once('close', () => unauthenticated.delete(socket));
    authenticateClient(socket, authentication, () => {
      unauthenticated.delete(socket);
      if (connections.size === maxConnections) return refuseConnection(socket);
      const connection = serveConnection(socket, answer);
      connections.set(socket, connection);
      socket.once('close', () => connections.delete(socket));
      closeWhenIdle(socket, connection, idleMs);
      socket.resume();
    });
  };
  const server = createServer({ allowHalfOpen: true, noDelay: true }, accept);
  const listeningPort = await listen(server, { bind, port });
  server.on('error', (failed) => log.error({ err: failed }, 'the TCP transport could not take a connection'));
  log.info({ bind, port: listeningPort }, 'the TCP transport is open');
  let closing: Promise<void> | undefined;
  return {
    port: listeningPort,
    close: () => {
      for (const socket of unauthenticated) socket.destroy();
      return (closing ??= closeServer(server, connections));
    },
  };
}

function closeWhenIdle(socket: Socket, connection: Connection, idleMs: number): void {
  socket.setTimeout(idleMs).on('timeout', () => {
    if (socket.writableLength > 0) socket.destroy();
    else if (!connection.isBusy()) connection.finish();
  });
}

async function listen(server: Server, { bind, port }: Pick<TcpDeps, 'bind' | 'port'>): Promise<number> {
  server.listen({ host: bind, port, exclusive: true });
  try {
    await once(server, 'listening');
  } catch (cause) {
    throw listenFailure(cause, { bind, port });
  }
  return (server.address() as AddressInfo).port;
}

function listenFailure(cause: unknown, { bind, port }: Pick<TcpDeps, 'bind' | 'port'>): Failure {
  const isTaken = cause instanceof Error && 'code' in cause && cause.code === 'EADDRINUSE';
  const sentence = isTaken
    ? `Port ${port} on ${bind} is used by another program. Stop that program, or set another [transports.tcp].port.`
    : `The TCP transport can’t listen on ${bind}, port ${port}: ${systemReason(cause)}. Check [transports.tcp] in config.toml.`;
  return new Failure('unavailable', isTaken ? 'port_taken' : 'port_unavailable', sentence, { retryable: true, cause });
}

function bindNotLoopback(bind: string): Failure {
  return new Failure(
    'refused',
    'bind_not_loopback',
    `The TCP transport wasn’t started: [transports.tcp].bind is "${bind}", which other computers could reach. Use 127.0.0.1 or ::1.`,
  );
}
