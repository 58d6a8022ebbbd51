import type { IncomingMessage, ServerResponse } from 'node:http';
import { apiHeaders } from '../http/responses.ts';
import { closeTimeoutMs, type EventConnection } from './client.ts';

const mediaType = 'text/event-stream';

/** How long a client waits before it connects again, in milliseconds. */
const reconnectMs = 2000;

/** Whether a client asks for server-sent events (HTML, 9.2). Any type, as most programs send, does not ask for them. */
export function acceptsEventStream({ headers }: Pick<IncomingMessage, 'headers'>): boolean {
  const accepted = (headers.accept ?? '').split(',').map((item) => item.split(';', 1)[0]?.trim().toLowerCase());
  return accepted.includes(mediaType);
}

/** Begins an answer of server-sent events, which goes on until one side ends it. */
export function eventStreamConnection(request: IncomingMessage, response: ServerResponse): EventConnection {
  response.writeHead(200, { ...apiHeaders, 'content-type': mediaType });
  response.write(`retry: ${reconnectMs}\n\n`);
  // Pings find out whether the client still reads.
  request.socket.setTimeout(0);
  return {
    format: 'eventStream',
    stream: response,
    isOpen: () => !response.writableEnded && !response.destroyed,
    ping: (onAlive) =>
      void response.write(': ping\n\n', (error) => {
        if (!error) onAlive();
      }),
    close(code, reason) {
      // Without a timeout a client that reads nothing would hold the connection.
      request.socket.setTimeout(closeTimeoutMs);
      response.end(`event: closed\ndata: ${JSON.stringify({ code, reason })}\n\n`);
    },
    terminate: () => void response.destroy(),
  };
}
