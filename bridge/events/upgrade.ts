import type { IncomingMessage } from 'node:http';
import { pathOf } from '../http/responses.ts';
import { batchProtocol, bearerProtocol } from '../access/auth.ts';
import { apiBase, ownRoutes } from '../own-routes.ts';
import { HttpRefusal } from '../http/problem.ts';

const eventsPath = apiBase + ownRoutes.events.http.split(' ')[1];

/** Only this request becomes a WebSocket; other addresses ignore an Upgrade header (RFC 9110, 7.8). */
export function isEventsUpgrade(request: IncomingMessage): boolean {
  const protocols = request.headers.upgrade?.toLowerCase();
  return request.method === 'GET' && protocols === 'websocket' && pathOf(request) === eventsPath;
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
