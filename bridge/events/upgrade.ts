import type { IncomingMessage } from 'node:http';
import type { RequestHandler } from 'express';
import type { Caller } from '../../daemon/handler-types.ts';
import { pathOf } from '../http/responses.ts';
import { batchProtocol, bearerProtocol } from '../access/auth.ts';
import { apiBase, ownRoutes } from '../own-routes.ts';
import { HttpRefusal } from '../http/problem.ts';
import { acceptsEventStream } from './event-stream.ts';
import type { EventHub } from './hub.ts';

const eventsPath = apiBase + ownRoutes.events.http.split(' ')[1];

/** Only this request becomes a WebSocket; other addresses ignore an Upgrade header (RFC 9110, 7.8). */
export function isEventsUpgrade(request: IncomingMessage): boolean {
  const protocols = request.headers.upgrade?.toLowerCase();
  return request.method === 'GET' && protocols === 'websocket' && pathOf(request) === eventsPath;
}

/** Answers a GET of the events address: with server-sent events where the client asks for them. Throws 426 elsewhere. */
export function eventStreamRoute(hub: Pick<EventHub, 'stream'>): RequestHandler {
  return (request, response) => {
    if (request.method === 'GET' && acceptsEventStream(request))
      return hub.stream(request, response, response.locals.caller as Caller);
    throw new HttpRefusal(
      426,
      'upgrade_required',
      'Events are sent over a WebSocket, or with "Accept: text/event-stream" as server-sent events.',
      { headers: { upgrade: 'websocket', connection: 'upgrade' } },
    );
  };
}

/** The subprotocol that is answered; never the token, which is also among those offered. */
export function answeredProtocol(offered: ReadonlySet<string>): string | false {
  return [batchProtocol, bearerProtocol].find((protocol) => offered.has(protocol)) ?? false;
}

/**
 * The number in `?since=`, or in the header Last-Event-ID of a client that connects again: the client wants events after
 * it. Throws 400 if it is not a number.
 */
export function sinceOf({ url = '', headers }: IncomingMessage): number | undefined {
  const lastEventId = headers['last-event-id'];
  const inQuery = new URLSearchParams(url.split('?')[1]).getAll('since');
  const [value, ...others] = typeof lastEventId === 'string' && lastEventId ? [lastEventId] : inQuery;
  if (value === undefined) return undefined;
  if (others.length === 0 && /^\d{1,15}$/.test(value)) return Number(value);
  throw new HttpRefusal(
    400,
    'invalid_since',
    'since must be the seq of an event: a whole number of at most 15 digits.',
  );
}
