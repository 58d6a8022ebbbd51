import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Log } from '../../daemon/base/log.ts';
import type { Limits } from './limits.ts';
import { HttpRefusal } from './problem.ts';

export type Connections = {
  /**
   * Counts a request until it is answered. Throws 429 if its connection exceeds the limit, or has too many requests at
   * once.
   */
  trackRequest(request: IncomingMessage, response: ServerResponse): void;
  /** As `begin`, for a request that leaves HTTP. */
  checkCapacity(request: IncomingMessage): void;
  /** Whether part of an answer was sent on this connection, so that another answer would be taken for the rest of it. */
  hasStartedResponse(socket: object): boolean;
  /** From now on every connection ends with its current answer. */
  closeGracefully(): void;
  /** Ends all connections now. */
  destroyAll(): void;
};

/** Keeps account of the connections of `server`, and drops idle ones over the limit. */
export function trackConnections(server: Server, { limits, log }: { limits: Limits; log: Log }): Connections {
  const open = new Set<Socket>();
  const overLimit = new WeakSet<object>();
  const pendingResponses = new Map<object, Set<ServerResponse>>();
  let isClosing = false;

  server.on('connection', (socket: Socket) => {
    open.add(socket);
    socket.once('close', () => open.delete(socket));
    if (open.size <= limits.maxConnections) return;
    if (open.size === limits.maxConnections + 1)
      log.warn({ connections: limits.maxConnections }, 'Too many connections');
    overLimit.add(socket);
  });
  // A connection over the limit gets 429 when it sends a request. These connections are limited too, so that answering them
  // is not the load.
  server.maxConnections = 2 * limits.maxConnections;
  destroyStalled(server, {
    timeoutMs: limits.stalledTimeoutMs,
    responsesOn: (socket) => [...(pendingResponses.get(socket) ?? [])],
  });

  const checkCapacity = ({ socket }: IncomingMessage) => {
    if (overLimit.has(socket))
      throw tooMany('too_many_connections', 'Too many connections are open. Close some of them.');
  };

  return {
    trackRequest(request, response) {
      const { socket } = request;
      const responses = pendingResponses.get(socket) ?? new Set();
      pendingResponses.set(socket, responses.add(response));
      response.once('close', () => {
        responses.delete(response);
        if (responses.size === 0) pendingResponses.delete(socket);
      });
      response.once('finish', () => destroyUnlessComplete(request, limits.discardBodyMs));
      if (isClosing) response.setHeader('connection', 'close');
      checkCapacity(request);
      if (responses.size > limits.maxPipelined)
        throw tooMany(
          'too_much_at_once',
          'Too many requests are waiting on this connection. Read their replies first.',
        );
    },
    checkCapacity,
    hasStartedResponse: (socket) => [...(pendingResponses.get(socket) ?? [])].some(({ headersSent }) => headersSent),
    closeGracefully() {
      isClosing = true;
      for (const responses of pendingResponses.values())
        for (const response of responses) if (!response.headersSent) response.setHeader('connection', 'close');
      server.closeIdleConnections();
      // Browsers open connections that they never use, and Node waits for the first request.
      for (const socket of open) if (socket.bytesRead === 0) socket.destroy();
    },
    destroyAll() {
      for (const socket of open) socket.destroy();
    },
  };
}

/** Cuts connections on which nothing has moved, unless an answer is still being made. */
function destroyStalled(
  server: Server,
  { timeoutMs, responsesOn }: { timeoutMs: number; responsesOn(socket: Socket): ServerResponse[] },
): void {
  server.timeout = timeoutMs;
  server.on('timeout', (socket: Socket) => {
    const responses = responsesOn(socket);
    if (responses.length > 0 && !responses.some(({ headersSent }) => headersSent)) socket.setTimeout(timeoutMs);
    else socket.destroy();
  });
}

/** A refused client goes on sending its body for a moment; if it is cut at once, it never reads the reason. */
function destroyUnlessComplete(request: IncomingMessage, ms: number): void {
  if (request.complete) return;
  const destroy = () => {
    if (!request.complete) request.socket.destroy();
  };
  setTimeout(destroy, ms).unref();
}

function tooMany(code: string, message: string): HttpRefusal {
  return new HttpRefusal(429, code, message, { retryable: true, headers: { connection: 'close', 'retry-after': '2' } });
}
