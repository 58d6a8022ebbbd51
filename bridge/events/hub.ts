import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import { WebSocketServer, type ServerOptions } from 'ws';
import { systemClock, type Clock } from '../../daemon/base/clock.ts';
import type { Log } from '../../daemon/base/log.ts';
import type { Event } from '../../daemon/contract/events.ts';
import type { Caller } from '../../daemon/handler-types.ts';
import {
  closeTimeoutMs,
  goingAway,
  runForClient,
  ping,
  send,
  type EventClient,
  type EventConnection,
} from './client.ts';
import { deliveriesOf } from './delivery.ts';
import { eventStreamConnection } from './event-stream.ts';
import { replayPart, sendSkippedCount } from './replay.ts';
import { audienceOf, type Audience, type EventSource } from './source.ts';
import { answeredProtocol, sinceOf } from './upgrade.ts';
import { webSocketConnection } from './web-socket-connection.ts';

export type EventHub = {
  /**
   * Takes over a socket whose upgrade passed guard and token. Throws what `visibleAccountIds` throws, and 400 if `?since=`
   * is not a number.
   */
  accept(request: IncomingMessage, socket: Duplex, head: Buffer, caller: Caller): void;
  /** Answers a GET that passed guard and token with server-sent events. Throws as `accept`. */
  stream(request: IncomingMessage, response: ServerResponse, caller: Caller): void;
  /** Closes every client with 1001 and takes no more events. */
  close(): void;
  /** Cuts clients that did not answer the close frame. */
  terminate(): void;
};

export type EventHubDeps = {
  events: EventSource;
  log: Log;
  /** The clock for the time between pings. */
  clock?: Clock;
  /** Bytes. */
  maxBufferedBytes?: number;
};

export const pingIntervalMs = 30_000;

/**
 * Sends every client the events it may see: one JSON object per text frame or server-sent event, or arrays of them if the
 * client asked for batches. With `?since=`, events recorded after that one come first. A client with more than `sendLimit` bytes waiting
 * gets no more until it has read them; then `EventsLagged` reports how many events it missed. A client that loses its right
 * to events is dropped at once. Every `pingIntervalMs`, clients that did not answer the last ping are dropped, too.
 */
export function createEventHub({
  events,
  log,
  clock = systemClock,
  maxBufferedBytes = 1024 * 1024,
}: EventHubDeps): EventHub {
  const server = openSocketServer();
  const clients = new Set<EventClient>();
  const unsubscribe = events.subscribe((recorded) => broadcast(clients, recorded, { events, log, maxBufferedBytes }));

  const sendPending = (client: EventClient) => {
    const { replayPosition, connection } = client;
    if (!connection.isOpen()) return;
    if (replayPosition === undefined) return sendSkippedCount(client, { events, clock });
    replayPart(client, replayPosition, { events, clock });
    // Otherwise the replay continues when the client has read this part.
    if (client.replayPosition !== undefined && !connection.stream.writableNeedDrain) scheduleSend(client);
  };
  const scheduleSend = (client: EventClient) =>
    void setImmediate(() => runForClient(client, log, () => sendPending(client)));

  const addClient = (connection: EventConnection, caller: Caller, replayPosition: number | undefined) => {
    const client = { connection, caller, replayPosition, skipped: 0, isAlive: true };
    clients.add(client);
    connection.stream.on('drain', () => runForClient(client, log, () => sendPending(client)));
    connection.stream.on('close', () => clients.delete(client));
    scheduleSend(client);
  };

  const closed = new AbortController();
  const pingAll = () => {
    for (const client of clients) if (client.connection.isOpen()) ping(client);
    recheckCallers();
  };
  const recheckCallers = () => {
    const audience = memoizeAudiences(events);
    for (const client of clients)
      if (client.connection.isOpen()) runForClient(client, log, () => audience(client.caller));
  };
  const stopRechecks = events.onCallersChange(recheckCallers);
  void repeat(pingAll, { intervalMs: pingIntervalMs, clock, signal: closed.signal });

  return {
    accept(request, stream, head, caller) {
      events.visibleAccountIds(caller);
      const replayPosition = sinceOf(request);
      server.handleUpgrade(request, stream, head, (socket) => {
        socket.on('error', (error) => log.debug({ reason: error.message }, 'An event client broke the protocol'));
        addClient(webSocketConnection(socket, stream), caller, replayPosition);
      });
    },
    stream(request, response, caller) {
      events.visibleAccountIds(caller);
      const replayPosition = sinceOf(request);
      addClient(eventStreamConnection(request, response), caller, replayPosition);
    },
    close() {
      closed.abort();
      unsubscribe();
      stopRechecks();
      for (const { connection } of clients) connection.close(goingAway, 'Posthorn is stopping');
    },
    terminate() {
      for (const { connection } of clients) connection.terminate();
    },
  };
}

async function repeat(
  action: () => void,
  { intervalMs, clock, signal }: { intervalMs: number; clock: Clock; signal: AbortSignal },
): Promise<void> {
  for (;;) {
    await clock.wait(intervalMs, signal);
    if (signal.aborted) return;
    action();
  }
}

/** The largest message a client may send, in bytes. */
const maxClientMessageBytes = 16 * 1024;
function openSocketServer(): WebSocketServer {
  // Assigned first, because the types of the library do not know `closeTimeout`.
  const options: ServerOptions & { closeTimeout: number } = {
    noServer: true,
    clientTracking: false,
    perMessageDeflate: false,
    maxPayload: maxClientMessageBytes,
    closeTimeout: closeTimeoutMs,
    handleProtocols: answeredProtocol,
  };
  return new WebSocketServer(options);
}

/** Sends newly recorded events to every client that may see them and has room for them. */
function broadcast(
  clients: ReadonlySet<EventClient>,
  recorded: readonly Event[],
  { events, log, maxBufferedBytes }: Pick<Required<EventHubDeps>, 'events' | 'log' | 'maxBufferedBytes'>,
): void {
  if (clients.size === 0) return;
  const deliveryTo = deliveriesOf(recorded);
  const audienceOfCaller = memoizeAudiences(events);
  for (const client of clients) {
    // A client in replay finds these events in the log.
    const { connection } = client;
    if (!connection.isOpen() || client.replayPosition !== undefined) continue;
    runForClient(client, log, () => {
      const delivery = deliveryTo(audienceOfCaller(client.caller));
      if (client.skipped > 0 || connection.stream.writableLength > maxBufferedBytes) client.skipped += delivery.count;
      else send(client, delivery);
    });
  }
}

/** There are many clients but few callers: ask about each caller once. */
function memoizeAudiences(events: EventSource): (caller: Caller) => Audience {
  const known = new Map<string, Audience>();
  return (caller) => {
    const key = JSON.stringify(caller);
    if (!known.has(key)) known.set(key, audienceOf(events, caller));
    return known.get(key);
  };
}
