import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { WebSocketServer } from 'ws';
import { systemClock, type Clock } from '../daemon/base/clock.ts';
import type { Log } from '../daemon/base/log.ts';
import type { Event } from '../daemon/contract/events.ts';
import type { Caller } from '../daemon/handling.ts';
import { batchProtocol } from './auth.ts';
import { goingAway, guarded, isOpen, ping, send, type Client } from './events/client.ts';
import { deliveriesOf } from './events/delivery.ts';
import { replayPart, tellSkipped } from './events/replay.ts';
import type { Audience, EventSource } from './events/source.ts';
import { answeredProtocol, sinceOf } from './events/upgrade.ts';

export type EventHub = {
  /**
   * Takes over a socket whose upgrade has passed guard and token. Throws what `audienceOf` throws, and 400 where
   * `?since=` is not a number.
   */
  accept(request: IncomingMessage, socket: Duplex, head: Buffer, caller: Caller): void;
  /** Says goodbye to every client (1001) and takes no more events. */
  close(): void;
  /** Cuts those that did not answer the goodbye. */
  terminate(): void;
};

export type HubParts = {
  events: EventSource;
  log: Log;
  /** Measures the time between pings. */
  clock?: Clock;
  /** Bytes. */
  sendLimit?: number;
};

export const pingEveryMs = 30_000;

/**
 * Sends every client the events it may see, one JSON object a text frame, or arrays of them where it asked for batches;
 * with `?since=` those recorded after that one first. A client with more than `sendLimit` waiting gets no more until it
 * has read that; then it learns with `EventsLagged` how many it missed. Each `pingEveryMs`, clients that did not answer
 * the last ping are dropped, and those that have lost their right.
 */
export function createEventHub({ events, log, clock = systemClock, sendLimit = 1024 * 1024 }: HubParts): EventHub {
  const server = openSocketServer();
  const clients = new Set<Client>();
  const unsubscribe = events.subscribe((recorded) => tellAll(clients, recorded, { events, log, sendLimit }));

  const goOn = (client: Client) => {
    const { replayed, stream } = client;
    if (!isOpen(client)) return;
    if (replayed === undefined) return tellSkipped(client, { events, clock });
    replayPart(client, replayed, { events, clock });
    // Otherwise it goes on when the client has read this part.
    if (client.replayed !== undefined && !stream.writableNeedDrain) goOnSoon(client);
  };
  const goOnSoon = (client: Client) => void setImmediate(() => guarded(client, log, () => goOn(client)));

  const admit = (client: Client) => {
    const { socket, stream } = client;
    clients.add(client);
    stream.on('drain', () => guarded(client, log, () => goOn(client)));
    socket.on('pong', () => (client.isAlive = true));
    socket.on('error', (error) => log.debug({ reason: error.message }, 'An event client broke the protocol'));
    socket.on('close', () => clients.delete(client));
    goOnSoon(client);
  };

  const closed = new AbortController();
  const pingAll = () => {
    for (const client of clients) {
      if (!isOpen(client)) continue;
      ping(client);
      guarded(client, log, () => events.audienceOf(client.caller));
    }
  };
  void repeat(pingAll, { every: pingEveryMs, clock, signal: closed.signal });

  return {
    accept(request, stream, head, caller) {
      events.audienceOf(caller);
      const replayed = sinceOf(request);
      server.handleUpgrade(request, stream, head, (socket) => {
        const isBatched = socket.protocol === batchProtocol;
        admit({ socket, stream, caller, isBatched, replayed, skipped: 0, isAlive: true });
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
  act: () => void,
  { every, clock, signal }: { every: number; clock: Clock; signal: AbortSignal },
): Promise<void> {
  for (;;) {
    await clock.wait(every, signal);
    if (signal.aborted) return;
    act();
  }
}

/** What a client may say at once, in bytes. */
const largestClientMessage = 16 * 1024;

function openSocketServer(): WebSocketServer {
  return new WebSocketServer({
    noServer: true,
    clientTracking: false,
    perMessageDeflate: false,
    maxPayload: largestClientMessage,
    handleProtocols: answeredProtocol,
  });
}

/** Tells every client what was just recorded, as far as it may see it and has room for it. */
function tellAll(
  clients: ReadonlySet<Client>,
  recorded: readonly Event[],
  { events, log, sendLimit }: Pick<Required<HubParts>, 'events' | 'log' | 'sendLimit'>,
): void {
  if (clients.size === 0) return;
  const deliveryTo = deliveriesOf(recorded);
  const audienceOf = askedOnce(events.audienceOf);
  for (const client of clients) {
    // One that still reads what was recorded before finds these there too.
    if (!isOpen(client) || client.replayed !== undefined) continue;
    guarded(client, log, () => {
      const delivery = deliveryTo(audienceOf(client.caller));
      if (client.skipped > 0 || client.stream.writableLength > sendLimit) client.skipped += delivery.count;
      else send(client, delivery);
    });
  }
}

/** Clients are many and callers few: each is asked about once. */
function askedOnce(audienceOf: EventSource['audienceOf']): EventSource['audienceOf'] {
  const known = new Map<string, Audience>();
  return (caller) => {
    const who = JSON.stringify(caller);
    if (!known.has(who)) known.set(who, audienceOf(caller));
    return known.get(who);
  };
}
