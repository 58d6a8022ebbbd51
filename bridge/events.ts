import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import { WebSocketServer, type WebSocket } from 'ws';
import type { Log } from '../daemon/base/log.ts';
import type { Event } from '../daemon/contract/events.ts';
import type { Caller } from '../daemon/handling.ts';
import { pathOf } from './answer.ts';
import { bearerProtocol } from './auth.ts';
import { apiBase, ownRoutes } from './own-routes.ts';
import { HttpRefusal } from './status.ts';

/** Close codes of ours (RFC 6455, 7.4): 1001 where we stop, 4429 where the client did not keep up. */
const goingAway = 1001;
const tooSlow = 4429;

const largestClientMessage = 16 * 1024;

type Client = {
  socket: WebSocket;
  /** Events it missed because too much was waiting to be sent. */
  skipped: number;
  /** Whether it has answered since the last ping. */
  isAlive: boolean;
};

/** Where events come from: `events` of the daemon. */
export type EventSource = {
  subscribe(listener: (events: readonly Event[]) => void): () => void;
  /** What is recorded after `seq`, oldest first, a part at a time. */
  after(seq: number): Event[];
  /** The numbers of the oldest event that is still recorded and of the newest one ever. */
  range(): { first: number; last: number };
  /** The accounts whose events a caller may see now; undefined where that is all. Throws `Failure` where it may see none. */
  audienceOf(caller: Caller): ReadonlySet<string> | undefined;
};

export type EventHub = {
  /** Takes over a socket whose upgrade has passed guard and token. Throws what `audienceOf` throws. */
  accept(request: IncomingMessage, socket: Duplex, head: Buffer, caller: Caller): void;
  /** Says goodbye to every client (1001) and takes no more events. */
  close(): void;
  /** Cuts those that did not answer the goodbye. */
  terminate(): void;
};

/**
 * Sends every event to every client, one JSON object a text frame, written once for all. A client with more than
 * `sendLimit` bytes waiting gets no more until it has read them; then it learns with `EventsLagged` how many it missed.
 * Every `pingEvery` milliseconds clients that did not answer the last ping are dropped.
 */
export function createEventHub({
  events,
  log,
  pingEvery = 30_000,
  sendLimit = 8 * 1024 * 1024,
}: {
  events: EventSource;
  log: Log;
  pingEvery?: number;
  sendLimit?: number;
}): EventHub {
  const server = new WebSocketServer({
    noServer: true,
    clientTracking: false,
    perMessageDeflate: false,
    maxPayload: largestClientMessage,
    handleProtocols: (offered) => (offered.has(bearerProtocol) ? bearerProtocol : false),
  });
  const clients = new Set<Client>();
  let last: Pick<Event, 'seq' | 'ts'> | undefined;

  const send = (event: Event) => {
    last = event;
    const frame = Buffer.from(JSON.stringify(event));
    for (const client of clients) {
      if (client.skipped || client.socket.bufferedAmount > sendLimit) client.skipped++;
      else sendFrame(client.socket, frame);
    }
  };
  const unsubscribe = events.subscribe((recorded) => recorded.forEach(send));

  const catchUp = (client: Client) => {
    if (!client.skipped || !last) return;
    const lagged: Event = { event: 'EventsLagged', skipped: client.skipped, seq: last.seq, ts: last.ts };
    client.skipped = 0;
    sendFrame(client.socket, Buffer.from(JSON.stringify(lagged)));
  };

  const admit = (socket: WebSocket, stream: Duplex) => {
    const client: Client = { socket, skipped: 0, isAlive: true };
    clients.add(client);
    stream.on('drain', () => catchUp(client));
    socket.on('pong', () => (client.isAlive = true));
    socket.on('error', (error) => log.debug({ reason: error.message }, 'An event client broke the protocol'));
    socket.on('close', () => clients.delete(client));
  };

  const pings = setInterval(() => {
    for (const client of clients) {
      if (!client.isAlive) drop(client);
      client.isAlive = false;
      client.socket.ping();
    }
  }, pingEvery);
  pings.unref();

  return {
    accept(request, stream, head, caller) {
      events.audienceOf(caller);
      server.handleUpgrade(request, stream, head, (socket) => admit(socket, stream));
    },
    close() {
      clearInterval(pings);
      unsubscribe();
      for (const { socket } of clients) socket.close(goingAway, 'Posthorn is stopping');
    },
    terminate() {
      for (const { socket } of clients) socket.terminate();
    },
  };
}

function sendFrame(socket: WebSocket, frame: Buffer): void {
  if (socket.readyState === socket.OPEN) socket.send(frame, { binary: false });
}

/** A slow client is told why, and cut by the library when it does not read that either; a dead one is just cut. */
function drop({ socket, skipped }: Client): void {
  if (skipped && socket.readyState === socket.OPEN) socket.close(tooSlow, 'Too slow for the events');
  else socket.terminate();
}

const eventsPath = apiBase + ownRoutes.events.http.split(' ')[1];

/** Only this request becomes a WebSocket; on any other address an Upgrade header is ignored (RFC 9110, 7.8). */
export function isEventsUpgrade(request: IncomingMessage): boolean {
  const protocols = request.headers.upgrade?.toLowerCase();
  return request.method === 'GET' && protocols === 'websocket' && pathOf(request) === eventsPath;
}

/** What a plain GET of the events address is told. */
export function refusePlainEvents(_request: IncomingMessage, _response: ServerResponse): never {
  throw new HttpRefusal(426, 'upgrade_required', 'Events come over a WebSocket: connect to this address with ws://.', {
    headers: { upgrade: 'websocket', connection: 'upgrade' },
  });
}
