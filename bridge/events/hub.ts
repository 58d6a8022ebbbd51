import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { WebSocketServer } from 'ws';
import { systemClock, type Clock } from '../../daemon/base/clock.ts';
import type { Log } from '../../daemon/base/log.ts';
import type { Event } from '../../daemon/contract/events.ts';
import type { Caller } from '../../daemon/handler-types.ts';
import { batchProtocol } from '../access/auth.ts';
import { goingAway, runForClient, isOpen, ping, send, type EventClient } from './client.ts';
import { deliveriesOf } from './delivery.ts';
import { replayPart, sendSkippedCount } from './replay.ts';
import type { Audience, EventSource } from './source.ts';
import { answeredProtocol, sinceOf } from './upgrade.ts';

export type EventHub = {
  /**
   * Takes over a socket whose upgrade has passed guard and token. Throws what `visibleAccountIds` throws, and 400 where
   * `?since=` is not a number.
   */
  accept(request: IncomingMessage, socket: Duplex, head: Buffer, caller: Caller): void;
  /** Says goodbye to every client (1001) and takes no more events. */
  close(): void;
  /** Cuts those that did not answer the goodbye. */
  terminate(): void;
};

export type EventHubDeps = {
  events: EventSource;
  log: Log;
  /** Measures the time between pings. */
  clock?: Clock;
  /** Bytes. */
  maxBufferedBytes?: number;
};

export const pingIntervalMs = 30_000;

/**
 * Sends every client the events it may see, one JSON object a text frame, or arrays of them where it asked for batches;
 * with `?since=` those recorded after that one first. A client with more than `sendLimit` waiting gets no more until it
 * has read that; then it learns with `EventsLagged` how many it missed. Each `pingEveryMs`, clients that did not answer
 * the last ping are dropped, and those that have lost their right.
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
    const { replayPosition, stream } = client;
    if (!isOpen(client)) return;
    if (replayPosition === undefined) return sendSkippedCount(client, { events, clock });
    replayPart(client, replayPosition, { events, clock });
    // Otherwise it goes on when the client has read this part.
    if (client.replayPosition !== undefined && !stream.writableNeedDrain) scheduleSend(client);
  };
  const scheduleSend = (client: EventClient) =>
    void setImmediate(() => runForClient(client, log, () => sendPending(client)));

  const addClient = (client: EventClient) => {
    const { socket, stream } = client;
    clients.add(client);
    stream.on('drain', () => runForClient(client, log, () => sendPending(client)));
    socket.on('pong', () => (client.isAlive = true));
    socket.on('error', (error) => log.debug({ reason: error.message }, 'An event client broke the protocol'));
    socket.on('close', () => clients.delete(client));
    scheduleSend(client);
  };

  const closed = new AbortController();
  const pingAll = () => {
    for (const client of clients) {
      if (!isOpen(client)) continue;
      ping(client);
      runForClient(client, log, () => events.visibleAccountIds(client.caller));
    }
  };
  void repeat(pingAll, { intervalMs: pingIntervalMs, clock, signal: closed.signal });

  return {
    accept(request, stream, head, caller) {
      events.visibleAccountIds(caller);
      const replayPosition = sinceOf(request);
      server.handleUpgrade(request, stream, head, (socket) => {
        const isBatched = socket.protocol === batchProtocol;
        addClient({ socket, stream, caller, isBatched, replayPosition, skipped: 0, isAlive: true });
      });
    },
    close() {
      closed.abort();
      unsubscribe();
      for (const { socket } of clients) socket.close(goingAway, 'Posthorn is stopping');
    },
    terminate() {
      for (const { socket } of clients) socket.terminate();
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

/** What a client may say at once, in bytes. */
const maxClientMessageBytes = 16 * 1024;

function openSocketServer(): WebSocketServer {
  return new WebSocketServer({
    noServer: true,
    clientTracking: false,
    perMessageDeflate: false,
    maxPayload: maxClientMessageBytes,
    handleProtocols: answeredProtocol,
  });
}

/** Tells every client what was just recorded, as far as it may see it and has room for it. */
function broadcast(
  clients: ReadonlySet<EventClient>,
  recorded: readonly Event[],
  { events, log, maxBufferedBytes }: Pick<Required<EventHubDeps>, 'events' | 'log' | 'maxBufferedBytes'>,
): void {
  if (clients.size === 0) return;
  const deliveryTo = deliveriesOf(recorded);
  const visibleAccountIds = memoizeAudiences(events.visibleAccountIds);
  for (const client of clients) {
    // One that still reads what was recorded before finds these there too.
    if (!isOpen(client) || client.replayPosition !== undefined) continue;
    runForClient(client, log, () => {
      const delivery = deliveryTo(visibleAccountIds(client.caller));
      if (client.skipped > 0 || client.stream.writableLength > maxBufferedBytes) client.skipped += delivery.count;
      else send(client, delivery);
    });
  }
}

/** Clients are many and callers few: each is asked about once. */
function memoizeAudiences(visibleAccountIds: EventSource['visibleAccountIds']): EventSource['visibleAccountIds'] {
  const known = new Map<string, Audience>();
  return (caller) => {
    const key = JSON.stringify(caller);
    if (!known.has(key)) known.set(key, visibleAccountIds(caller));
    return known.get(key);
  };
}
