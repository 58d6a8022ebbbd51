import { timingSafeEqual } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { IdentityProvider } from './identity-providers.ts';
import { resultPage, unknownPage, type ResultText } from './result-page.ts';

export type LoopbackListener = {
  /** The redirect address that is sent to the identity provider. */
  redirectUri: string;
  close(): void;
};

type LoopbackOptions = {
  host: IdentityProvider['redirectHost'];
  /** Receives the one redirect whose state is right, and returns what the page says. It must not throw. */
  onRedirect: (redirected: URL) => Promise<ResultText>;
};

/** The state of the sign-in, once it is known. */
export type ExpectedState = { value: string | undefined };

/** A browser that sends no complete request within this time is disconnected. Milliseconds. */
const requestTimeoutMs = 10_000;

/**
 * Listens on a free port of the loopback interface for the redirect of one sign-in (RFC 8252, section 7.3). It takes one
 * request: GET for its own address with the right `state`. Every other request gets 404 and changes nothing, so that another
 * page or program cannot end or take over the sign-in. It closes after the one redirect.
 */
export async function openLoopbackListener(
  state: ExpectedState,
  { host, onRedirect }: LoopbackOptions,
): Promise<LoopbackListener> {
  let isUsed = false;
  const servers: Server[] = [];
  const close = () => {
    for (const server of servers) {
      server.close();
      server.closeIdleConnections();
    }
  };
  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    const redirected = redirectIn(request, redirectUri);
    if (isUsed || !redirected || !isState(redirected.searchParams.get('state'), state.value)) {
      return send(response, 404, unknownPage);
    }
    isUsed = true;
    const text = await onRedirect(redirected);
    response.once('close', close);
    send(response, text.isError ? 400 : 200, resultPage(text));
  };
  const listen = (address: string, port: number) => {
    const server = createServer(
      { requestTimeout: requestTimeoutMs, headersTimeout: requestTimeoutMs },
      (...exchange) => {
        void answer(...exchange);
      },
    );
    servers.push(server);
    return listening(server, address, port);
  };
  const port = await listen('127.0.0.1', 0);
  // A browser may resolve `localhost` to either address; without IPv6 it resolves to the first.
  if (host === 'localhost') await listen('::1', port).catch(() => undefined);
  const redirectUri = host === 'localhost' ? `http://localhost:${port}` : `http://127.0.0.1:${port}/`;
  return { redirectUri, close };
}

function listening(server: Server, address: string, port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, address, () => {
      server.off('error', reject);
      resolve((server.address() as AddressInfo).port);
    });
  });
}

/** The address of a request for the redirect; undefined for any other request. A foreign page cannot set the Host header. */
function redirectIn({ method, url = '', headers }: IncomingMessage, redirectUri: string): URL | undefined {
  const base = new URL(redirectUri);
  if (method !== 'GET' || headers.host !== base.host || url.length > 8000 || !url.startsWith('/')) return undefined;
  const redirected = URL.parse(`${base.origin}${url}`);
  return redirected?.pathname === '/' ? redirected : undefined;
}

function isState(given: string | null, expected: string | undefined): boolean {
  if (given === null || expected === undefined) return false;
  const [one, other] = [Buffer.from(given), Buffer.from(expected)];
  return one.length === other.length && timingSafeEqual(one, other);
}

function send(response: ServerResponse, status: number, html: string): void {
  response.writeHead(status, {
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'",
    'referrer-policy': 'no-referrer',
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
    connection: 'close',
  });
  response.end(html);
}
