import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { TestContext } from 'node:test';
import { guardedFetch, type GuardedFetchOptions } from './guarded-fetch.ts';

/** The host name of the test server. */
export const webName = 'shop.example.org';

/** A request that the server received. */
type RecordedRequest = { method: string | undefined; path: string; headers: IncomingHttpHeaders; body: string };

/**
 * A web server on this machine, the requests it received, and a fetch function that may reach this server but no other local
 * address.
 */
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
