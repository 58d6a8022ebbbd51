import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { Duplex } from 'node:stream';
import { Failure } from '../daemon/base/failure.ts';
import { randomId } from '../daemon/base/ids.ts';
import type { Log } from '../daemon/base/log.ts';
import { removeIfHolds, writePrivately } from '../daemon/config/private-file.ts';
import type { Caller } from '../daemon/handling.ts';
import { requestIdOf, sendJsonText, sendProblemRaw } from './answer.ts';
import { createApp } from './app.ts';
import { createAuth, type Auth } from './auth.ts';
import { createEventHub, isEventsUpgrade, refusePlainEvents, type EventHub, type EventSource } from './events.ts';
import { createGuard } from './guard.ts';
import { listen, loopbackAddressOf } from './listen.ts';
import { localTokenRoute } from './local-token.ts';
import { openApiDocument } from './openapi.ts';
import { apiRouter, type Dispatch, type Table } from './routes.ts';
import { staticRouter } from './static.ts';
import { HttpRefusal, problemOf } from './status.ts';

export type BridgeParts = {
  /** Rows by feature and key: `contract` of daemon/contract.ts. */
  table: Table;
  dispatch: Dispatch;
  events: EventSource;
  settings: {
    bind: string;
    port: number;
    host_allowlist: readonly string[];
    cors_allowlist: readonly string[];
    auto_local_token: boolean;
  };
  token: string;
  /** Who holds a token that is not the owner's; undefined for what is no token. */
  holderOf?: (token: string) => Caller | undefined;
  /** Where the port really bound is written, for clients to find it. */
  portFile: string;
  /** The folder of the built web interface. */
  webRoot?: string;
  log: Log;
};

export type Bridge = { port: number; url: string; close(): Promise<void> };

/** Milliseconds that requests under way get to finish when the bridge stops. */
const stopGrace = 1000;

const limits = {
  // The guard answers a missing Host itself, as JSON.
  requireHostHeader: false,
  maxHeaderSize: 16 * 1024,
  headersTimeout: 10_000,
  requestTimeout: 300_000,
  connectionsCheckingInterval: 2000,
};
const mostConnections = 512;

/**
 * Starts HTTP and the event socket on loopback, then writes the port file. Throws `Failure`: refused/bind_not_loopback
 * (nothing was bound), unavailable/port_taken (retryable). `close` returns within two seconds, and may be called twice.
 */
export async function startBridge(parts: BridgeParts): Promise<Bridge> {
  const { settings, log } = parts;
  if (!parts.token.trim()) {
    throw new Failure('internal', 'bridge_token_empty', 'The bridge was not started: its token file is empty.');
  }
  const host = await loopbackAddressOf(settings.bind);
  const auth = createAuth(parts.token, parts.holderOf);
  const hub = createEventHub({ events: parts.events, log });
  const { server, port } = await openServer(parts, { host, auth, hub }).catch((error: unknown) => {
    hub.close();
    throw error;
  });
  const url = `http://${host.includes(':') ? `[${host}]` : host}:${port}`;
  log.info({ url }, 'The bridge is listening');
  let closing: Promise<void> | undefined;
  return { port, url, close: () => (closing ??= closeBridge(parts, { server, hub, port })) };
}

async function openServer(parts: BridgeParts, { host, auth, hub }: { host: string; auth: Auth; hub: EventHub }) {
  const { settings, log } = parts;
  const guard = createGuard({
    boundTo: host,
    hostAllowlist: settings.host_allowlist,
    corsAllowlist: settings.cors_allowlist,
  });
  const app = createApp({ guard, api: routerOf(parts, auth), web: staticRouter(parts.webRoot), log });
  const server = createServer({ ...limits, shouldUpgradeCallback: isEventsUpgrade }, app);
  server.maxConnections = mostConnections;
  server.on('upgrade', upgradeHandler({ guard, auth, hub }));
  server.on('clientError', answerClientError);
  const port = await listen(server, { host, port: settings.port });
  server.on('error', (error) => log.error({ err: error }, 'The bridge could not take a connection'));
  try {
    writePrivately(parts.portFile, portLine(port));
  } catch (error) {
    server.close();
    throw error;
  }
  return { server, port };
}

function routerOf({ table, dispatch, settings, token }: BridgeParts, auth: Auth) {
  let document: string | undefined;
  return apiRouter({
    table,
    dispatch,
    auth,
    own: {
      localToken: localTokenRoute({ token: token.trim(), isEnabled: settings.auto_local_token }),
      openapi: (_request, response) =>
        sendJsonText(response, 200, (document ??= JSON.stringify(openApiDocument(table)))),
      events: refusePlainEvents,
    },
  });
}

function upgradeHandler({ guard, auth, hub }: { guard: ReturnType<typeof createGuard>; auth: Auth; hub: EventHub }) {
  return (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    socket.on('error', () => socket.destroy());
    try {
      guard(request);
      hub.accept(request, socket, head, auth.checkUpgrade(request));
    } catch (error) {
      sendProblemRaw(socket, problemOf(error, requestIdOf(request)));
    }
  };
}

const clientErrors: Record<string, [status: number, code: string, sentence: string]> = {
  HPE_HEADER_OVERFLOW: [431, 'headers_too_large', 'The address and headers together are larger than 16 KB.'],
  HPE_CHUNK_EXTENSIONS_OVERFLOW: [413, 'body_too_large', 'The chunks of the body carry too many extensions.'],
  ERR_HTTP_REQUEST_TIMEOUT: [408, 'request_timeout', 'The request did not arrive in time.'],
};

function answerClientError(error: NodeJS.ErrnoException, socket: Duplex): void {
  if (error.code === 'ECONNRESET') return void socket.destroy();
  const answer = clientErrors[error.code ?? ''] ?? [400, 'invalid_request', 'This is not a well-formed HTTP request.'];
  sendProblemRaw(socket, problemOf(new HttpRefusal(...answer), randomId()));
}

async function closeBridge(
  { portFile, log }: BridgeParts,
  { server, hub, port }: { server: Server; hub: EventHub; port: number },
): Promise<void> {
  try {
    removeIfHolds(portFile, portLine(port));
  } catch (error) {
    log.warn({ err: error }, 'The port file could not be removed');
  }
  const closed = new Promise((resolve) => server.close(resolve));
  hub.close();
  server.closeIdleConnections();
  const cut = setTimeout(() => {
    hub.terminate();
    server.closeAllConnections();
  }, stopGrace);
  await closed;
  clearTimeout(cut);
}

function portLine(port: number): string {
  return `${port}\n`;
}
