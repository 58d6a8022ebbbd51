import type { IncomingMessage, ServerResponse } from 'node:http';
import { setEventSeqHeader, sendJson } from '../http/responses.ts';
import type { EventSource } from '../events/source.ts';
import { isLoopback } from './loopback.ts';
import { HttpRefusal } from '../http/problem.ts';

/**
 * The handshake by which a program on this machine gets the token. Judged by the TCP peer alone: a header such as
 * X-Forwarded-For can be written by anyone. 404 and not 401 where it is switched off, so that nothing is said.
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
