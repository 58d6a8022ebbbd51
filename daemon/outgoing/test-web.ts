import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { TestContext } from 'node:test';
import { guardedFetch, type GuardedFetchOptions } from './guarded-fetch.ts';

/** The name under which the server of a test is known. */
export const webName = 'shop.example.org';

/** What the server was asked for. */
export type RecordedRequest = { method: string | undefined; path: string; headers: IncomingHttpHeaders; body: string };

/** A web server on this machine, what it was asked for, and a fetcher that may reach it and nothing else that is here. */
export async function testWeb(
  t: Pick<TestContext, 'after'>,
  respond: RequestListener,
  settings: GuardedFetchOptions = {},
) {
  const recorded: RecordedRequest[] = [];
  const server = createServer((request, response) => {
    let body = '';
    request.on('data', (piece) => (body += String(piece)));
    request.on('end', () => {
      recorded.push({ method: request.method, path: request.url ?? '', headers: request.headers, body });
      respond(request, response);
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.after(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  const fetch = guardedFetch({
    resolve: async () => ['127.0.0.1'],
    isAllowedAddress: (address, at) => address === '127.0.0.1' && at === port,
    ...settings,
  });
  return { recorded, port, base: `http://${webName}:${port}`, fetch };
}
