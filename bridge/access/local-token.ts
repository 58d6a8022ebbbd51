import type { IncomingMessage, ServerResponse } from 'node:http';
import { setEventSeqHeader, sendJson } from '../http/responses.ts';
import type { EventSource } from '../events/source.ts';
import { isLoopback } from './loopback.ts';
import { HttpRefusal } from '../http/problem.ts';

/**
 * The handshake that gives the token to a program on this machine. Only the TCP peer decides, because any client can write
 * a header such as X-Forwarded-For. The answer is 404 and not 401 if the handshake is switched off, so that it reveals
 * nothing.
 */
export function localTokenRoute({
  token,
  isEnabled,
  events,
}: {
  token: string;
  isEnabled: () => boolean;
  events: EventSource;
}) {
  return (request: IncomingMessage, response: ServerResponse): void => {
    if (!isEnabled() || !isLoopback(request.socket.remoteAddress)) throw new HttpRefusal(404, 'not_found', 'not found');
    setEventSeqHeader(response, events);
    sendJson(response, 200, { token, source: 'local-handshake' });
  };
}
