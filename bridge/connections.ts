import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Log } from '../daemon/base/log.ts';
import type { Limits } from './limits.ts';
import { HttpRefusal } from './status.ts';

export type Connections = {
  /** Counts a request until it is answered. Throws 429 where its connection is one too many, or asks too much at once. */
  begin(request: IncomingMessage, response: ServerResponse): void;
  /** As `begin`, for a request that leaves HTTP. */
  checkRoom(request: IncomingMessage): void;
  /** Whether a part of an answer has gone out on this connection, so that another one would be taken for the rest of it. */
  isAnswering(socket: object): boolean;
  /** From now on every connection ends with the answer that is under way. */
  windDown(): void;
  /** Ends all of them now. */
  cut(): void;
};

/** Keeps account of who is connected to `server`, and sheds those who only hold a place. */
export function watchConnections(server: Server, { limits, log }: { limits: Limits; log: Log }): Connections {
  const open = new Set<Socket>();
  const crowded = new WeakSet<object>();
  const underWay = new Map<object, Set<ServerResponse>>();
  let isWindingDown = false;

  server.on('connection', (socket: Socket) => {
    open.add(socket);
    socket.once('close', () => open.delete(socket));
    if (open.size <= limits.connections) return;
    if (open.size === limits.connections + 1) log.warn({ connections: limits.connections }, 'Too many connections');
    crowded.add(socket);
  });
  // Whoever is one too many is told so when it asks. Were there no end to those, the telling would be the load.
  server.maxConnections = 2 * limits.connections;
  cutStalled(server, { after: limits.stalledAfter, answersOn: (socket) => [...(underWay.get(socket) ?? [])] });

  const checkRoom = ({ socket }: IncomingMessage) => {
    if (crowded.has(socket))
      throw tooMany('too_many_connections', 'Too many connections are open. Close some of them.');
  };

  return {
    begin(request, response) {
      const { socket } = request;
      const answers = underWay.get(socket) ?? new Set();
      underWay.set(socket, answers.add(response));
      response.once('close', () => {
        answers.delete(response);
        if (answers.size === 0) underWay.delete(socket);
      });
      response.once('finish', () => linger(request, limits.lingers));
      if (isWindingDown) response.setHeader('connection', 'close');
      checkRoom(request);
      if (answers.size > limits.pipelined)
        throw tooMany('too_much_at_once', 'Too many requests wait on this connection. Read their answers first.');
    },
    checkRoom,
    isAnswering: (socket) => [...(underWay.get(socket) ?? [])].some(({ headersSent }) => headersSent),
    windDown() {
      isWindingDown = true;
      for (const answers of underWay.values())
        for (const response of answers) if (!response.headersSent) response.setHeader('connection', 'close');
      server.closeIdleConnections();
      // Browsers open some that never say a word, and Node waits for the first.
      for (const socket of open) if (socket.bytesRead === 0) socket.destroy();
    },
    cut() {
      for (const socket of open) socket.destroy();
    },
  };
}

/** Cuts connections on which nothing has moved, unless that is because an answer is still being made. */
function cutStalled(
  server: Server,
  { after, answersOn }: { after: number; answersOn(socket: Socket): ServerResponse[] },
): void {
  server.timeout = after;
  server.on('timeout', (socket: Socket) => {
    const answers = answersOn(socket);
    if (answers.length > 0 && !answers.some(({ headersSent }) => headersSent)) socket.setTimeout(after);
    else socket.destroy();
  });
}

/** A client that is refused goes on sending its body for a moment; cut at once, it would never read why. */
function linger(request: IncomingMessage, ms: number): void {
  if (request.complete) return;
  const cut = () => {
    if (!request.complete) request.socket.destroy();
  };
  setTimeout(cut, ms).unref();
}

function tooMany(code: string, message: string): HttpRefusal {
  return new HttpRefusal(429, code, message, { retryable: true, headers: { connection: 'close', 'retry-after': '2' } });
}
