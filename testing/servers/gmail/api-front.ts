import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createFaultScript, type FaultScript } from './fault-script.ts';

export type ApiRequest = { method: string; url: string; headers: IncomingHttpHeaders; body: Buffer };
export type ApiResponse = { status: number; headers: Record<string, string>; body: Buffer };

/** The front of a Gmail API on this computer: it checks the token, counts requests and carries out scripted faults. */
export type ApiFront = {
  origin: string;
  port: number;
  /** The token that the server accepts; others get 401. */
  token: string;
  faults: FaultScript;
  /** Requests so far, as `GET /messages/:id raw`. */
  requests: string[];
  stop(): Promise<void>;
};

export async function startApiFront(handle: (request: ApiRequest) => Promise<ApiResponse>): Promise<ApiFront> {
  const faults = createFaultScript();
  const requests: string[] = [];
  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    const name = nameOf(request);
    requests.push(name);
    const fault = faults.take(name);
    if (fault?.do === 'drop-early') return request.socket.destroy();
    const { method = 'GET', url = '/', headers } = request;
    const body = await bytesOf(request);
    if (fault?.do === 'delay') await new Promise<void>((resolve) => response.once('close', resolve));
    if (fault?.do === 'respond')
      return respond(
        response,
        errorResponse(fault.status, fault.reason ?? '', fault.text ?? 'Scripted.', fault.headers),
      );
    if (headers.authorization !== `Bearer ${front.token}`)
      return respond(response, errorResponse(401, 'authError', 'Invalid Credentials'));
    if (fault?.do === 'drop') return request.socket.destroy();
    const handled = await handle({ method, url, headers, body });
    if (fault?.do === 'drop-late') return request.socket.destroy();
    if (fault?.do !== 'cut') return respond(response, handled);
    response.writeHead(handled.status, { ...handled.headers, 'content-length': handled.body.length });
    const half = handled.body.subarray(0, Math.floor(handled.body.length / 2));
    return response.write(half, () => request.socket.destroy());
  };
  const server = createServer((request, response) => {
    void answer(request, response).catch(() => response.destroy());
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const front: ApiFront = {
    origin: `http://127.0.0.1:${port}`,
    port,
    token: 'token-1',
    faults,
    requests,
    async stop() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
  return front;
}

/** A request in words, without ids. */
function nameOf({ method, url = '' }: IncomingMessage): string {
  const { pathname, searchParams } = new URL(url, 'http://gmail');
  const path = pathname
    .replace(/^(\/upload)?\/gmail\/v1\/users\/me/, '$1')
    .replace(/\/(messages|labels|drafts)\/(?!batch|send)[^/]+/, '/$1/:id');
  const format = searchParams.get('format');
  return `${method} ${path}${format ? ` ${format}` : ''}`;
}

function respond(response: ServerResponse, { status, headers, body }: ApiResponse): void {
  response.writeHead(status, headers);
  response.end(status === 204 ? undefined : body);
}

export function jsonResponse(status: number, content: object): ApiResponse {
  return { status, headers: { 'content-type': 'application/json' }, body: Buffer.from(JSON.stringify(content)) };
}

export function errorResponse(
  status: number,
  reason: string,
  message: string,
  headers: Record<string, string> = {},
): ApiResponse {
  const handled = jsonResponse(status, { error: { code: status, message, errors: [{ reason, message }] } });
  return { ...handled, headers: { ...handled.headers, ...headers } };
}

async function bytesOf(request: IncomingMessage): Promise<Buffer> {
  const pieces: Buffer[] = [];
  for await (const piece of request as AsyncIterable<Buffer>) pieces.push(piece);
  return Buffer.concat(pieces);
}
