import type { RequestHandler } from 'express';
import type { Caller } from '../../daemon/handler-types.ts';
import { HttpRefusal } from '../http/problem.ts';
import { acceptsEventStream } from './event-stream.ts';
import type { EventHub } from './hub.ts';

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
