import type { IncomingMessage, ServerResponse } from 'node:http';
import { apiHeaders } from '../http/responses.ts';
import type { AcceptedRequest } from './guard.ts';

const preflightHeaders = {
  'access-control-allow-methods': 'GET, POST, DELETE',
  // The wildcard does not cover Authorization (Fetch, section 3.3.3), so that header is named.
  'access-control-allow-headers': 'authorization, *',
  'access-control-max-age': '600',
};

const exposedHeaders = 'x-request-id, etag, x-event-seq, content-disposition, content-range, retry-after, allow';

/** Lets an accepted page read the answer. Only an origin that passed the guard is written into the header. */
export function allowOrigin(response: ServerResponse, { origin }: AcceptedRequest): void {
  response.setHeader('vary', 'origin');
  if (origin === undefined) return;
  response.setHeader('access-control-allow-origin', origin);
  response.setHeader('access-control-expose-headers', exposedHeaders);
}

export function isPreflight({ method, headers }: IncomingMessage, { origin }: AcceptedRequest): boolean {
  return method === 'OPTIONS' && origin !== undefined && headers['access-control-request-method'] !== undefined;
}

export function sendPreflight(response: ServerResponse): void {
  response.writeHead(204, { ...apiHeaders, ...preflightHeaders });
  response.end();
}
